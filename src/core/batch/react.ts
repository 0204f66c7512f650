import { blockingBreaches } from '../breach/select.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { Job } from '../job/types.ts';
import { hasRoom } from '../job/room.ts';
import { limitOf } from '../limit/admission.ts';
import { limitedAgent } from '../limit/limitedAgent.ts';
import { dispatch } from '../loop/dispatch.ts';
import { isRequested, openEffects } from '../loop/phases.ts';
import { requestWorktree } from '../loop/worktrees.ts';
import type { State } from '../state.ts';
import { overreached, timedOut } from './blockers.ts';
import { admitted } from './limits.ts';
import type { Batch, BatchLane, BatchSeat } from './types.ts';

interface Wanted {
  readonly seat: BatchSeat;
  readonly lane: BatchLane;
  /** From 1. */
  readonly number: number;
  readonly worktree: string;
}

/** What follows for a batch by itself: worktrees, then all lanes in one go, second lanes, the audit, the end. */
export function stepBatch(state: State, batch: Batch, context: Context): readonly DomainEvent[] {
  if (batch.decision !== 'running') return clearAway(state, batch);
  const { change } = batch;
  const isBusy = openEffects(state, batch).some(({ effect }) => effect.kind !== 'removeWorktree');
  const end = (decision: 'blocked' | 'completed'): readonly DomainEvent[] => [
    { type: 'batchEnded', batch: batch.id, decision },
  ];
  // The first that failed ends the others: their effects are cut short, and waited for.
  if (batch.blockers.length > 0 || !change) return isBusy ? [] : end('blocked');
  const [breach] = blockingBreaches(state, batch.id);
  if (breach) return [{ type: 'batchBlocked', batch: batch.id, problem: overreached(breach) }];
  const wanted = wantedLanes(batch);
  if (wanted.length > 0) return start(state, batch, wanted, context);
  if (batch.jobs.some((job) => !job.ended)) return [];
  if (batch.seats.some((seat) => seat.lanes.length === 0) && batch.audit === null) {
    const id = `${batch.id}/audit`;
    return isRequested(state, id)
      ? []
      : [{ type: 'effectRequested', effect: { kind: 'auditBatch', id, run: batch.id } }];
  }
  return isBusy ? [] : end('completed');
}

/** All first lanes together; a second one once the first of its seat gave a verdict. A first one that gave none is no basis for another. */
function wantedLanes(batch: Batch): readonly Wanted[] {
  return batch.seats.flatMap((seat) => {
    const jobs = batch.jobs.filter((job) => job.session === seat.session);
    const lane = seat.lanes[jobs.length];
    const [first] = jobs;
    const isDue = first === undefined || batch.verdicts.some((verdict) => verdict.job === first.id);
    const number = jobs.length + 1;
    return lane && isDue ? [{ seat, lane, number, worktree: `${batch.id}-${seat.session}-${number}` }] : [];
  });
}

function start(state: State, batch: Batch, wanted: readonly Wanted[], context: Context): readonly DomainEvent[] {
  const { change, options } = batch;
  if (!change) return [];
  const missing = wanted.filter(({ worktree }) => state.worktrees[worktree]?.state !== 'ready');
  if (missing.length > 0)
    return missing.flatMap(({ worktree }) =>
      requestWorktree(state, batch, { worktree, purpose: 'review', commit: change.identity.head }),
    );
  // A limit that a lane elsewhere met meanwhile; where one only tries whether it is lifted, that is waited for.
  const limited = wanted
    .filter(({ lane }) => !limitOf(state, lane.agent)?.trial)
    .map(({ lane }) => limitedAgent(state, lane.agent, context.at, '--read-agent'))
    .find((one) => one !== null);
  if (limited) return [{ type: 'batchBlocked', batch: batch.id, problem: limited }];
  const lanes = admitted(state, wanted);
  // All or none: lanes that held a place while others waited for one could wait for each other for ever.
  if (lanes.length === 0 || !hasRoom(state, lanes.length, context.mostLanes)) return [];
  const deadline = batch.jobs[0]?.limits?.deadlineAwake ?? context.awakeMs + options.timeoutMs;
  const left = options.timeoutMs === 0 ? 0 : deadline - context.awakeMs;
  const [late] = lanes;
  if (options.timeoutMs > 0 && left <= 0 && late)
    return [{ type: 'batchBlocked', batch: batch.id, problem: timedOut(late.seat.role, options.timeoutMs) }];
  return lanes.flatMap(({ seat, lane, number, worktree }) => {
    const job: Job = {
      id: context.id(),
      run: batch.id,
      kind: 'review',
      session: seat.session,
      role: seat.role,
      agent: lane.agent,
      model: lane.model,
      effort: lane.effort,
      access: 'read',
      round: change.identity.round,
      attempt: number,
      worktree,
      identity: change.identity,
      ...priorOf(batch, seat),
      limits: { timeoutMs: left, deadlineAwake: deadline },
      dispatchedAt: context.at,
    };
    return dispatch(batch, job);
  });
}

/** The first lane of the seat, where this is the second. */
const priorOf = (batch: Batch, { session }: BatchSeat): Pick<Job, 'prior'> => {
  const first = batch.jobs.find((job) => job.session === session);
  return first ? { prior: first.id } : {};
};

/** Its worktrees hold nothing but the commit under review, and whatever a reader should not have left there is rescued. */
function clearAway(state: State, batch: Batch): readonly DomainEvent[] {
  const worktree = Object.values(state.worktrees).find((one) => one.run === batch.id && one.state === 'ready');
  if (!worktree || openEffects(state, batch).some(({ effect }) => effect.kind === 'runLane')) return [];
  const known = batch.change ? [batch.change.identity.tree] : [];
  const { id, path } = worktree;
  return [
    { type: 'worktreeChanged', worktree: id, state: 'removing' },
    {
      type: 'effectRequested',
      effect: { kind: 'removeWorktree', id: `${id}/remove`, run: batch.id, worktree: id, path, known },
    },
  ];
}
