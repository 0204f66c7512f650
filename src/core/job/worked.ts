import { msBetween } from '../../base/clock.ts';
import type { Job } from './types.ts';

/**
 * Milliseconds that a lane was at work, from its place to its end; null before that. What this machine slept meanwhile is
 * none of them, where the log has the awake time of both.
 */
export function workedMs({ dispatchedAt, begunAt, begunAwake, ended }: Job): number | null {
  if (!ended) return null;
  if (begunAwake !== undefined && ended.awakeMs !== undefined) return Math.max(ended.awakeMs - begunAwake, 0);
  return msBetween(begunAt ?? dispatchedAt, ended.at);
}
