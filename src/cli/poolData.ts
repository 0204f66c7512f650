import { problemData } from '../base/problem.ts';
import type { Loop } from '../core/loop/types.ts';
import { poolSize } from '../core/poolTune/poolSize.ts';

/** How many tasks a loop works on at once, for a program. */
export function poolData(loop: Loop) {
  const { options, poolBy = null, poolTunings } = loop;
  const last = poolTunings?.at(-1);
  return {
    size: poolSize(loop),
    wanted: options.clamped?.wanted ?? options.pool ?? 1,
    clamps: (options.clamped?.why ?? []).map(problemData),
    bounds: options.poolTerms ? { min: options.poolTerms.min, max: options.poolTerms.max } : null,
    by: poolBy,
    tuning: last ? { ...last, why: problemData(last.why) } : null,
  };
}
