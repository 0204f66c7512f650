import type { Translate } from '../../base/problem.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago an instant was, in the largest unit that is whole. */
export function age(t: Translate, at: string, now: number = Date.now()): string {
  const ms = Math.max(0, now - Date.parse(at));
  if (ms >= 2 * day) return t('{count} days', { count: Math.floor(ms / day) });
  if (ms >= 2 * hour) return t('{count} hours', { count: Math.floor(ms / hour) });
  return t('{count} min', { count: Math.floor(ms / minute) });
}
