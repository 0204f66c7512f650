import { msBetween } from '../../base/clock.ts';
import type { DomainEvent } from '../event.ts';
import type { LaneOutcome } from '../job/types.ts';
import { put, without } from '../records.ts';
import type { State } from '../state.ts';
import type { UsageLimit } from './types.ts';

type Limits = State['limits'];

/** The limits after an event: a lane that met one sets it, the lane that tried after it and did not lifts it. */
export function evolveLimits(state: State, event: DomainEvent, at: string): Limits {
  const { limits } = state;
  switch (event.type) {
    case 'jobDispatched': {
      const limit = limits[event.job.agent];
      return limit ? put(limits, event.job.agent, { ...limit, trial: event.job.id }) : limits;
    }
    case 'jobEnded': {
      const owner = state.openJobs[event.job] ?? '';
      const job = (state.runs[owner] ?? state.batches[owner])?.jobs.find((one) => one.id === event.job);
      return job ? ended(limits, job.agent, job.id, event.outcome, at) : limits;
    }
    case 'limitLifted':
      return without(limits, event.agent);
    default:
      return limits;
  }
}

function ended(limits: Limits, agent: string, job: string, outcome: LaneOutcome, at: string): Limits {
  const limit = limits[agent];
  if (outcome.kind === 'limited') {
    // Whoever of its lanes met it: while one tries, the account is seen to be limited still.
    const isTried = limit !== undefined && limit.trial !== null;
    return put(limits, agent, {
      since: limit?.since ?? at,
      until: isTried ? outcome.until : latest(limit, outcome.until),
      trial: null,
      isSpent: isTried || (limit?.isSpent ?? false),
    });
  }
  if (limit?.trial !== job) return limits;
  return isAnswer(outcome) ? without(limits, agent) : put(limits, agent, { ...limit, trial: null });
}

/** Ends of a lane that failed after its model had answered it. */
const answered: ReadonlySet<string> = new Set(['lane.failed', 'lane.noReport', 'lane.commandCap']);

/** Whether a lane found out that its account may go on. One that was ended, or never got that far, found nothing out. */
const isAnswer = (outcome: Exclude<LaneOutcome, { kind: 'limited' }>): boolean =>
  outcome.kind === 'report' || (outcome.kind === 'failed' && answered.has(outcome.problem.code));

/** Lanes that ran side by side meet the same limit; the last word that any of them got is waited for. */
const latest = (limit: UsageLimit | undefined, until: string | null): string | null =>
  !limit?.until || (until !== null && msBetween(limit.until, until) > 0) ? until : limit.until;
