import { worktreesFolder } from '../loopOptions.ts';
import type { AppSessions } from '../agentSession/appSessions.ts';
import type { App } from '../app.ts';
import type { RepositoryFacts } from '../ports/git.ts';
import type { OpenIssue } from '../openIssue.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Settings } from '../../protocol/settings.ts';
import { namedBase, worktreeBases } from './bases.ts';
import { createExamination } from './examination.ts';
import { createFinishWorktree } from './finish.ts';
import { createIssueWorktree } from './issueWorktree.ts';
import { createOffer } from './offer.ts';
import { createPrepareWorktree, type PrepareDeps } from './prepare.ts';
import { createRemoveWorktree } from './remove.ts';
import { lowDisk } from './room.ts';
import { createSetUp } from './setUp.ts';

/** The worktrees that people ask for, of the real application. */
export function createAppWorktrees(
  app: PrepareDeps & {
    readonly facts: Pick<RepositoryFacts, 'controlRoot'>;
    readonly orchestrator: Orchestrator;
    readonly settings: () => Settings;
    readonly openIssue: OpenIssue;
    readonly agentSessions: Pick<AppSessions, 'stop'>;
    readonly refresh: () => Promise<void>;
  },
): Pick<
  App,
  | 'prepareBase'
  | 'examineWorktrees'
  | 'freeBytes'
  | 'worktreeOffer'
  | 'setUpCommands'
  | 'cleanUpCommands'
  | 'prepareWorktree'
  | 'issueWorktree'
  | 'worktreeBases'
  | 'setUpWorktree'
  | 'removeWorktree'
  | 'finishWorktree'
> {
  const prepare = createPrepareWorktree(app);
  const { git } = app.ports;
  const freeBytes = () => app.ports.machine.freeBytes(app.facts.controlRoot);
  const preferred = (): string => app.settings()['mam.base'];
  return {
    prepareWorktree: prepare,
    issueWorktree: createIssueWorktree({ ...app, git, controlRoot: app.facts.controlRoot, preferred, prepare }),
    finishWorktree: createFinishWorktree(app),
    setUpWorktree: createSetUp(app),
    examineWorktrees: createExamination({
      git,
      state: () => app.orchestrator.state,
      root: () => worktreesFolder(app.settings(), app.facts.controlRoot),
      base: () => namedBase(git, null, preferred()),
    }),
    freeBytes,
    worktreeOffer: createOffer({
      git,
      settings: app.settings,
      state: () => app.orchestrator.state,
      lowDisk: async () => {
        const root = worktreesFolder(app.settings(), app.facts.controlRoot);
        return lowDisk(root, await app.ports.machine.freeBytes(root));
      },
    }),
    setUpCommands: () => app.settings()['mam.worktrees.setUp'],
    cleanUpCommands: () => app.settings()['mam.worktrees.cleanUp'],
    prepareBase: (named) => namedBase(git, named, preferred()),
    worktreeBases: () => worktreeBases(git, preferred()),
    removeWorktree: createRemoveWorktree({
      ...app,
      git,
      sessions: app.agentSessions,
      cleanUp: () => {
        const now = app.settings();
        return {
          commands: now['mam.worktrees.cleanUp'],
          allowed: now['mam.checks.allowed'],
          timeoutMs: now['mam.worktrees.setUpMinutes'] * 60_000,
        };
      },
      mostMegabytes: () => app.settings()['mam.worktrees.rescueMegabytes'],
    }),
  };
}
