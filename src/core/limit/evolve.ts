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
  const isTrial = limit?.trial === job;
  if (outcome.kind === 'limited')
    return put(limits, agent, {
      since: limit?.since ?? at,
      until: isTrial ? outcome.until : latest(limit, outcome.until),
      trial: isTrial ? null : (limit?.trial ?? null),
      isSpent: isTrial || (limit?.isSpent ?? false),
    });
  if (!limit || !isTrial) return limits;
  // It died with its host and found nothing out.
  return outcome.kind === 'interrupted' ? put(limits, agent, { ...limit, trial: null }) : without(limits, agent);
}

/** Lanes that ran side by side meet the same limit; the last word that any of them got is waited for. */
const latest = (limit: UsageLimit | undefined, until: string | null): string | null =>
  !limit?.until || (until !== null && msBetween(limit.until, until) > 0) ? until : limit.until;
