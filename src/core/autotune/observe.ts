import type { Job } from '../job/types.ts';
import { workedMs } from '../job/worked.ts';
import type { Run } from '../loop/types.ts';
import type { LaneObservation } from './types.ts';

/** What a lane of a run took and came to, and with which effort. */
export interface ObservedLane extends LaneObservation {
  readonly effort: string | null;
}

/**
 * The newest lane of each role and agent in a run, without the time for which it waited for a place or this machine slept. One that met a usage limit, or died with its host, says nothing of
 * itself; nobody times a person.
 */
export function observedLanes({ jobs, options }: Run): readonly ObservedLane[] {
  const newest = new Map<string, ObservedLane>();
  for (const job of jobs) {
    const status = statusOf(job);
    if (status === null || !job.ended) continue;
    const { role, agent, effort } = job;
    const isTimed = options.people?.includes(agent) !== true;
    const ms = isTimed ? workedMs(job) : null;
    const elapsedS = ms === null ? null : ms / 1000;
    newest.set(`${role}||${agent}`, { role, agent, elapsedS, status, effort });
  }
  return [...newest.values()];
}

/** What is compared of a lane: not the effort that it ran with. */
export function compared(lane: ObservedLane): LaneObservation {
  const { effort: _, ...rest } = lane;
  return rest;
}

function statusOf({ ended, noVerdict }: Job): string | null {
  switch (ended?.outcome.kind) {
    case 'report':
      return noVerdict ? 'error' : 'completed';
    case 'failed':
      // What its loop had no more time for says nothing of how it does.
      if (ended.outcome.problem.code === 'lane.loopTime') return null;
      return ended.outcome.problem.code === 'lane.timeout' ? 'timeout' : 'failed';
    default:
      return null;
  }
}
