import type { Translate } from '../../base/problem.ts';
import type { EffectKind } from '../../core/effect.ts';

/** What is done to the world, in the reader's language. */
export const effectWord = (t: Translate, kind: EffectKind): string =>
  ({
    prepareRun: t('look up the base of the task'),
    promoteReports: t('keep the reports'),
    clearJobFolders: t('clear the job folders away'),
    sightSource: t('look at the change'),
    createWorktree: t('make a worktree'),
    removeWorktree: t('remove a worktree'),
    setUpWorktree: t('set up a worktree'),
    runLane: t('run an agent'),
    capturePatch: t('capture what was written'),
    commitPatch: t('commit what was written'),
    applyPatch: t('commit a patch'),
    runChecks: t('run the checks'),
    mergeResult: t('merge onto the base of now'),
    mergeLocally: t('merge into the base'),
    inspectLease: t('look at the place of a lease'),
    rescueLease: t('keep a copy of what a lease left'),
    validate: t('run the checks again'),
    ship: t('run the ship command'),
    startSession: t('start a session'),
    stopSession: t('stop a session'),
    deliverPrompt: t('type a prompt'),
    auditBatch: t('look through what was handed in'),
    launchTeam: t('start a team'),
    captureTeam: t('take over the work of a team'),
    shutdownTeam: t('shut a team down'),
    pollTeam: t('look at a team'),
    publishTeam: t('write what a team proposes'),
    deleteBranch: t('delete a branch'),
    openIssue: t('open an issue'),
    editQueue: t('change the queue file'),
  })[kind];
