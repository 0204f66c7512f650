import type { Effect } from '../../core/effect.ts';
import type { Outcome } from '../../core/outcome.ts';
import { redactProblem } from '../../core/privacy/redactProblem.ts';
import { applyPatch } from './applyPatch.ts';
import { auditBatch } from './auditBatch.ts';
import { capturePatch } from './capturePatch.ts';
import { commitPatch } from './commitPatch.ts';
import { captureTeam } from './captureTeam.ts';
import { createWorktree } from './createWorktree.ts';
import { deliverPrompt } from './deliverPrompt.ts';
import { deleteBranch } from './deleteBranch.ts';
import type { EffectContext } from './handler.ts';
import { inspectLease } from './inspectLease.ts';
import { launchTeam } from './launchTeam.ts';
import { mergeLocally } from './mergeLocally.ts';
import { mergeResult } from './mergeResult.ts';
import { openIssue } from './openIssue.ts';
import { editQueue } from './editQueue.ts';
import { pollTeam } from './pollTeam.ts';
import { prepareRun } from './prepareRun.ts';
import { clearJobFolders } from './clearJobFolders.ts';
import { promoteReports } from './promoteReports.ts';
import { publishTeam } from './publishTeam.ts';
import { removeWorktree } from './removeWorktree.ts';
import { rescueLease } from './rescueLease.ts';
import { runChecks } from './runChecks.ts';
import { runLane } from './runLane.ts';
import { ship } from './ship.ts';
import { sightSource } from './sightSource.ts';
import { startSession } from './startSession.ts';
import { stopSession } from './stopSession.ts';
import { setUpWorktree } from './setUpWorktree.ts';
import { shutdownTeam } from './shutdownTeam.ts';
import { validate } from './validate.ts';

/** Hands an effect to the handler of its kind. Why one failed is redacted: git and others say what they found. */
export async function runEffect(effect: Effect, context: EffectContext, signal: AbortSignal): Promise<Outcome> {
  const outcome = await handle(effect, context, signal);
  return outcome.kind === 'failed'
    ? { ...outcome, problem: redactProblem(outcome.problem, context.privacy().redact) }
    : outcome;
}

function handle(effect: Effect, context: EffectContext, signal: AbortSignal): Promise<Outcome> {
  switch (effect.kind) {
    case 'prepareRun':
      return prepareRun(effect, context, signal);
    case 'promoteReports':
      return promoteReports(effect, context);
    case 'clearJobFolders':
      return clearJobFolders(effect, context);
    case 'sightSource':
      return sightSource(effect, context, signal);
    case 'createWorktree':
      return createWorktree(effect, context, signal);
    case 'removeWorktree':
      return removeWorktree(effect, context, signal);
    case 'setUpWorktree':
      return setUpWorktree(effect, context, signal);
    case 'runLane':
      return runLane(effect, context, signal);
    case 'capturePatch':
      return capturePatch(effect, context, signal);
    case 'commitPatch':
      return commitPatch(effect, context, signal);
    case 'applyPatch':
      return applyPatch(effect, context, signal);
    case 'runChecks':
      return runChecks(effect, context, signal);
    case 'mergeResult':
      return mergeResult(effect, context, signal);
    case 'mergeLocally':
      return mergeLocally(effect, context, signal);
    case 'inspectLease':
      return inspectLease(effect, context, signal);
    case 'rescueLease':
      return rescueLease(effect, context, signal);
    case 'validate':
      return validate(effect, context, signal);
    case 'ship':
      return ship(effect, context, signal);
    case 'startSession':
      return startSession(effect, context, signal);
    case 'stopSession':
      return stopSession(effect, context, signal);
    case 'deliverPrompt':
      return deliverPrompt(effect, context, signal);
    case 'auditBatch':
      return auditBatch(effect, context, signal);
    case 'launchTeam':
      return launchTeam(effect, context, signal);
    case 'pollTeam':
      return pollTeam(effect, context, signal);
    case 'captureTeam':
      return captureTeam(effect, context, signal);
    case 'shutdownTeam':
      return shutdownTeam(effect, context, signal);
    case 'publishTeam':
      return publishTeam(effect, context, signal);
    case 'deleteBranch':
      return deleteBranch(effect, context, signal);
    case 'openIssue':
      return openIssue(effect, context, signal);
    case 'editQueue':
      return editQueue(effect, context);
  }
}
