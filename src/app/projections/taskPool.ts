import { fill } from '../../base/problem.ts';
import type { Loop } from '../../core/loop/types.ts';
import { clampLines } from '../views/poolWords.ts';

/** Why a loop works on one task at a time, in the ledger's language. */
export const clampSentences = (loop: Loop | null): readonly string[] =>
  loop === null ? [] : clampLines({ t: fill }, loop.options);

/** How many tasks a loop works on at once, and how many it was to. */
export function loopPoolState(loop: Loop | null) {
  if (loop?.options.pool === undefined) return {};
  const { pool, clamped } = loop.options;
  return { task_pool: { size: pool, wanted: clamped?.wanted ?? pool, clamps: clampSentences(loop) } };
}
