import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { Loop } from '../loop/types.ts';
import type { State } from '../state.ts';
import { decidePool } from './decidePool.ts';
import { observePool } from './observePool.ts';

/** Decides once for each task that came to something, until a person says how many there are to be. */
export function stepPool(
  state: State,
  loop: Loop,
  { at, samplePool }: Pick<Context, 'at' | 'samplePool'>,
): readonly DomainEvent[] {
  const terms = loop.options.poolTerms;
  const newest = loop.cycles?.at(-1);
  if (!terms || !newest || loop.poolBy !== undefined) return [];
  const last = loop.poolTunings?.at(-1) ?? null;
  if (last?.run === newest.run && last.outcome === newest.outcome) return [];
  const observed = observePool(state, loop, state.runs[newest.run], { at, sample: samplePool() });
  const { run, task, outcome } = newest;
  return [
    {
      type: 'poolTuned',
      loop: loop.id,
      tuning: { run, task, outcome, observed, ...decidePool(observed, last, terms) },
    },
  ];
}
