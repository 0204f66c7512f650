import { problem } from '../../base/problem.ts';
import type { LaneOutcome } from '../job/types.ts';
import type { Loop } from '../loop/types.ts';

/**
 * Milliseconds that something a loop starts may take: no more than is left of the loop's time, in whole seconds and at
 * least one, and never more than the `timeoutMs` of its own. 0 is no limit, of either.
 */
export function childTimeout(loop: Loop | undefined, awakeMs: number, timeoutMs: number): number {
  const maxMs = loop?.options.guards?.maxMs ?? 0;
  // What a person has done once the loop is over is not counted against its time.
  if (maxMs === 0 || loop?.startedAwake === undefined || loop.state === 'ended') return timeoutMs;
  const left = Math.max(Math.floor((loop.startedAwake + maxMs - awakeMs) / 1000), 1) * 1000;
  return timeoutMs > 0 ? Math.min(timeoutMs, left) : left;
}

/** How far apart those may count who end a lane and who look at the time of its loop. */
const toleranceMs = 15_000;

/** How a lane ended: where the time of its loop ended it, that is no fault of its agent, and needs no other try. */
export function endedInTime(loop: Loop | undefined, awakeMs: number, agent: string, outcome: LaneOutcome): LaneOutcome {
  if (outcome.kind !== 'failed' || outcome.problem.code !== 'lane.timeout') return outcome;
  const maxMs = loop?.options.guards?.maxMs ?? 0;
  if (maxMs === 0 || loop?.startedAwake === undefined || loop.state === 'ended') return outcome;
  if (awakeMs < loop.startedAwake + maxMs - toleranceMs) return outcome;
  return {
    ...outcome,
    problem: problem(
      'lane.loopTime',
      'The time of the loop was up, so {agent} was ended before it was done. Resume the loop to go on.',
      { agent },
    ),
  };
}
