import type { Translate } from '../../base/problem.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How old a commit is, in the largest unit that is whole. */
export function commitAge(t: Translate, ageMs: number): string {
  const ms = Math.max(0, ageMs);
  if (ms >= 2 * day) return t('{count} days', { count: Math.floor(ms / day) });
  if (ms >= 2 * hour) return t('{count} hours', { count: Math.floor(ms / hour) });
  return t('{count} min', { count: Math.floor(ms / minute) });
}
