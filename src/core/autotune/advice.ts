import type { Loop } from '../loop/types.ts';
import type { State } from '../state.ts';
import { stepEffort } from './stepEffort.ts';
import { isTuned, judgeLanes, sessionOf } from './tune.ts';
import type { AutotuneDecision, Recommendation } from './types.ts';
import type { Cycle } from '../autoLoop/cycles.ts';

/** What is to be said of the lanes now. */
export interface Advice extends Pick<AutotuneDecision, 'recommendations' | 'events'> {
  readonly loop: Loop;
  /** The pass after which it was found. */
  readonly of: Judged;
  /** Whether MAM acts on it by itself. */
  readonly acts: boolean;
}

export type Judged = Pick<Cycle, 'run' | 'outcome'>;

/** The newest comparison of lanes: from the log where MAM acts on it, else made now in the same way; null before the first. */
export function adviceOf(state: State): Advice | null {
  for (const loop of Object.values(state.loops).toReversed()) {
    const acts = isTuned(loop);
    const newest = loop.cycles?.at(-1);
    const found = acts ? loop.tunings?.at(-1) : newest && judgeLanes(state, loop, newest);
    const of = acts ? loop.tunings?.at(-1) : newest;
    if (!found || !of) continue;
    const { recommendations, events } = found;
    return { loop, of: { run: of.run, outcome: of.outcome }, acts, recommendations, events };
  }
  return null;
}

/** The effort that a recommendation leads to, whether or not MAM takes that step by itself; null where there is none. */
export function wantedEffort({ loop }: Pick<Advice, 'loop'>, row: Recommendation): string | null {
  const ladder = loop.options.autotune?.ladders[sessionOf(loop, row.role) ?? '']?.[row.agent] ?? [];
  return row.effortTo ?? stepEffort(ladder, row.effortFrom, row.direction).to;
}
