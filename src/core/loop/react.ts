import { stepAgentSession } from '../agentSession/react.ts';
import { withRetries } from '../autoLoop/retry.ts';
import { stepLoop } from '../autoLoop/stepLoop.ts';
import { stepBatch } from '../batch/react.ts';
import { stepCircuits } from '../circuit/step.ts';
import type { Context } from '../context.ts';
import { stepDelegation } from '../delegation/react.ts';
import type { DomainEvent } from '../event.ts';
import { isLentOut } from '../lease/lend.ts';
import { giveUpPatch } from '../patch/end.ts';
import { isProposing } from '../patch/isProposing.ts';
import { stepLeases } from '../lease/step.ts';
import type { State } from '../state.ts';
import { stepTeam } from '../team/react.ts';
import type { Worktree } from '../worktree/types.ts';
import { clearJobs } from './clearJobs.ts';
import { cleanUp } from './cleanUp.ts';
import { dispute } from './dispute.ts';
import { implement } from './implement.ts';
import { watchApproved } from '../merged/approved.ts';
import { isMerging } from '../merged/select.ts';
import { isActive, openEffects } from './phases.ts';
import { plan } from './plan.ts';
import { prepare } from './prepare.ts';
import { promote } from './promote.ts';
import { review, watchGate } from './review.ts';
import { selfReview } from './selfReview.ts';
import type { Run } from './types.ts';

/**
 * What follows from the state by itself: the next events of the first lease, run or loop that has some. It looks at the state
 * only, never at what just happened, so that it doesn't matter where a killed process went on. Call it until it is empty.
 */
export function react(state: State, context: Context): readonly DomainEvent[] {
  const leases = stepLeases(state, context);
  if (leases.length > 0) return leases;
  const circuits = stepCircuits(state, context);
  if (circuits.length > 0) return circuits;
  const worktrees = worktreesByRun(state);
  for (const run of Object.values(state.runs)) {
    const own = isBeingStopped(state, run) ? undefined : worktrees.get(run.id);
    const rubbish = own ? cleanUp(state, run, own) : [];
    const events = rubbish.length > 0 ? rubbish : withRetries(state, stepRun(state, run, context), context);
    if (events.length > 0) return events;
  }
  for (const batch of Object.values(state.batches)) {
    const events = stepBatch(state, batch, context);
    if (events.length > 0) return events;
  }
  for (const team of Object.values(state.teams)) {
    const events = stepTeam(state, team, context);
    if (events.length > 0) return events;
  }
  for (const session of Object.values(state.agentSessions)) {
    const events = stepAgentSession(state, session);
    if (events.length > 0) return events;
  }
  for (const job of Object.values(state.delegations)) {
    const events = stepDelegation(state, job, context);
    if (events.length > 0) return events;
  }
  for (const loop of Object.values(state.loops)) {
    const events = stepLoop(state, loop, context);
    if (events.length > 0) return events;
  }
  return [];
}

function worktreesByRun(state: State): ReadonlyMap<string | null, readonly Worktree[]> {
  const found = new Map<string | null, Worktree[]>();
  for (const worktree of Object.values(state.worktrees)) {
    const others = found.get(worktree.run);
    if (others) others.push(worktree);
    else found.set(worktree.run, [worktree]);
  }
  return found;
}

function stepRun(state: State, run: Run, context: Context): readonly DomainEvent[] {
  if (isBeingStopped(state, run))
    return openEffects(state, run).length > 0 ? [] : [{ type: 'runStopped', run: run.id }];
  switch (run.phase) {
    case 'preparing':
      return prepare(state, run, context);
    case 'planning':
    case 'plan-talk':
      return plan(state, run, context);
    case 'implementing':
      return implement(state, run, context);
    case 'self-reviewing':
      return selfReview(state, run, context);
    case 'rebutting':
    case 'adjudicating':
    case 'arbitrating':
      return dispute(state, run, context);
    case 'reviewing':
      return review(state, run, context);
    case 'promoting':
      return promote(state, run);
    case 'waiting':
      return run.decision ? [{ type: 'runEnded', run: run.id }] : watchGate(state, run, context);
    case 'retrying':
    case 'needs-you':
    case 'stopped':
      if (isProposing(run)) return giveUpPatch(state, run);
      return run.decision ? [{ type: 'runEnded', run: run.id }] : [];
    case 'ended': {
      const watched = watchApproved(state, run);
      if (watched.length > 0) return watched;
      return run.lease === null ? clearJobs(state, run) : giveUp(state, run);
    }
  }
}

const isBeingStopped = (state: State, run: Run): boolean =>
  state.loops[run.loop]?.state === 'stopping' && (isActive(run) || isMerging(run));

/** An ended run's lease is given up, once whoever borrowed it has returned it. */
function giveUp(state: State, run: Run): readonly DomainEvent[] {
  const lease = run.lease === null ? undefined : state.leases[run.lease];
  return lease && !isLentOut(state, lease) ? [{ type: 'leaseReleased', lease: lease.id }] : [];
}
