import type { Problem } from '../../base/problem.ts';
import type { Effect } from '../effect.ts';
import type { DomainEvent } from '../event.ts';
import type { Run } from '../loop/types.ts';
import type { Outcome } from '../outcome.ts';
import type { State } from '../state.ts';
import { isUnmerged } from './select.ts';

/**
 * What a merge came to, for exactly the base and head that it was asked for. What is on the base by whoever's hand counts as
 * merged where a yes for it stands, and the base is still there: one that lapsed is a yes for something else.
 */
export function resultMerged(
  state: State,
  run: Run,
  { base, head }: Extract<Effect, { kind: 'mergeResult' }>,
  { made, checks, held }: Extract<Outcome, { kind: 'mergeResult' }>,
): readonly DomainEvent[] {
  if (run.decision?.merged) return [];
  if (held && isUnmerged(run)) return isBaseNow(state, run, base) ? [{ type: 'merged', run: run.id, head: base }] : [];
  return [...lapse(run), { type: 'resultMerged', run: run.id, merged: { base, head, made, checks } }];
}

const isBaseNow = (state: State, run: Run, base: string): boolean =>
  run.base !== null && state.refs[run.base.ref] === base;

/** What nobody could find out about an approved run's base ends its yes as well: unknown is never the same as unmoved. */
export const lapse = (run: Run): readonly DomainEvent[] =>
  isUnmerged(run) ? [{ type: 'approvalLapsed', run: run.id }] : [];

/** What an approved run comes to when its base turns out to have moved: it is merged and checked on the new one, and waits. */
export function lapsed(run: Run, { code, params }: Problem): readonly DomainEvent[] {
  const found = params['found'];
  const ends = code === 'merge.stale' || code === 'merge.baseMoved' ? lapse(run) : [];
  if (ends.length === 0 || !run.base) return [];
  return [
    ...ends,
    ...(typeof found === 'string' && found !== '' && found !== '-'
      ? [{ type: 'refsObserved', refs: { [run.base.ref]: found } } as const]
      : []),
  ];
}
