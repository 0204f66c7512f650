import { stepAgentSession } from '../agentSession/react.ts';
import { stepBatch } from '../batch/react.ts';
import type { Context } from '../context.ts';
import { stepDelegation } from '../delegation/react.ts';
import type { DomainEvent } from '../event.ts';
import { admissionOf } from '../limit/admission.ts';
import { chooseSeats } from '../mix/chooseSeats.ts';
import { writerRole } from '../topology/roles.ts';
import { isLentOut } from '../lease/lend.ts';
import { giveUpPatch } from '../patch/end.ts';
import { isProposing } from '../patch/isProposing.ts';
import { stepLeases } from '../lease/step.ts';
import type { State } from '../state.ts';
import { stepTeam } from '../team/react.ts';
import { hasUnreachableTasks, nextTask } from '../task/select.ts';
import { clearJobs } from './clearJobs.ts';
import { cleanUp } from './cleanUp.ts';
import { dispute } from './dispute.ts';
import { implement } from './implement.ts';
import { integrationBranch } from './names.ts';
import { isActive, isWorking, openEffects } from './phases.ts';
import { plan } from './plan.ts';
import { prepare } from './prepare.ts';
import { promote } from './promote.ts';
import { review, watchGate } from './review.ts';
import { selfReview } from './selfReview.ts';
import type { Loop, Run } from './types.ts';

/**
 * What follows from the state by itself: the next events of the first lease, run or loop that has some. It looks at the state
 * only, never at what just happened, so that it doesn't matter where a killed process went on. Call it until it is empty.
 */
export function react(state: State, context: Context): readonly DomainEvent[] {
  const leases = stepLeases(state, context);
  if (leases.length > 0) return leases;
  for (const run of Object.values(state.runs)) {
    const events = stepRun(state, run, context);
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

function stepRun(state: State, run: Run, context: Context): readonly DomainEvent[] {
  if (state.loops[run.loop]?.state === 'stopping' && isActive(run)) {
    return openEffects(state, run).length > 0 ? [] : [{ type: 'runStopped', run: run.id }];
  }
  const rubbish = cleanUp(state, run);
  if (rubbish.length > 0) return rubbish;
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
    case 'needs-you':
    case 'stopped':
      if (isProposing(run)) return giveUpPatch(state, run);
      return run.decision ? [{ type: 'runEnded', run: run.id }] : [];
    case 'ended':
      return run.lease === null ? clearJobs(state, run) : giveUp(state, run);
  }
}

/** An ended run's lease is given up, once whoever borrowed it has returned it. */
function giveUp(state: State, run: Run): readonly DomainEvent[] {
  const lease = run.lease === null ? undefined : state.leases[run.lease];
  return lease && !isLentOut(state, lease) ? [{ type: 'leaseReleased', lease: lease.id }] : [];
}

/** A branch that a person named, where they want the work on it; a new one of MAM's own otherwise. */
const branchFor = ({ options: { source } }: Loop, task: string): string =>
  source?.moves && source.branch !== null ? source.branch : integrationBranch(task);

const writerOf = ({ options }: Loop): string => options.agents[writerRole(options.topology)?.session ?? ''] ?? '';

function stepLoop(state: State, loop: Loop, context: Context): readonly DomainEvent[] {
  if (loop.state === 'ended') return [];
  const runs = Object.values(state.runs).filter((run) => run.loop === loop.id);
  if (runs.some(isActive)) return [];
  // Lanes of a run that waits for a person are ended, too; a loop that had ended before would leave them running.
  if (loop.state === 'stopping' && runs.some((run) => isWorking(state, run))) return [];
  if (loop.state === 'stopping') return [{ type: 'loopEnded', loop: loop.id, outcome: 'stopped' }];
  const task = nextTask(state, loop);
  // Each further task would only come to ask the same.
  const isHeld = admissionOf(state, writerOf(loop), context.at).kind === 'ask';
  if (task && !isHeld) {
    const claims = task.claims.length > 0 ? task.claims : (state.chosenClaims[task.id] ?? []);
    const agents = chooseSeats(state, loop.options, context.at);
    return [
      {
        type: 'runStarted',
        run: context.id(),
        loop: loop.id,
        task,
        claims,
        branch: branchFor(loop, task.id),
        ...(Object.keys(agents).length > 0 ? { agents } : {}),
      },
    ];
  }
  const blocked =
    task !== undefined ||
    runs.some((run) => run.phase === 'needs-you' || run.phase === 'stopped') ||
    hasUnreachableTasks(state, loop) ||
    runs.some((run) => run.proposed === 'blocked');
  return [{ type: 'loopEnded', loop: loop.id, outcome: blocked ? 'blocked' : 'completed' }];
}
