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
