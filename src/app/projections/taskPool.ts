import { fill } from '../../base/problem.ts';
import type { Loop } from '../../core/loop/types.ts';
import { poolSize } from '../../core/poolTune/poolSize.ts';
import { clampLines, poolLines } from '../views/poolWords.ts';
import { rowOf } from './laneAutotune.ts';

/** Why a loop works on one task at a time, in the ledger's language. */
export const clampSentences = (loop: Loop | null): readonly string[] =>
  loop === null ? [] : clampLines({ t: fill }, loop.options);

/** How many tasks a loop works on at once, and how many it was to. */
export function loopPoolState(loop: Loop | null) {
  if (loop?.options.pool === undefined) return {};
  const { pool, clamped, poolTerms } = loop.options;
  return {
    task_pool: {
      size: poolSize(loop),
      wanted: clamped?.wanted ?? pool,
      clamps: clampSentences(loop),
      words: poolLines({ t: fill }, loop).join(' '),
    },
    ...(poolTerms
      ? {
          task_pool_autotune: (loop.poolTunings ?? []).map(({ observed, why, ...decided }) => ({
            ...rowOf(decided),
            why: fill(why.text, why.params),
            observed: rowOf(observed),
          })),
        }
      : {}),
  };
}
