import type { Problem } from '../../base/problem.ts';
import type { Effect } from '../effect.ts';
import type { DomainEvent } from '../event.ts';
import type { Run } from '../loop/types.ts';
import type { Outcome } from '../outcome.ts';

/** What a merge came to, for exactly the base and head that it was asked for. */
export const resultMerged = (
  { run, base, head }: Extract<Effect, { kind: 'mergeResult' }>,
  { made, checks }: Extract<Outcome, { kind: 'mergeResult' }>,
): DomainEvent => ({ type: 'resultMerged', run, merged: { base, head, made, checks } });

/** What an approved run comes to when its base turns out to have moved: it is merged and checked on the new one, and waits. */
export function lapsed(run: Run, { code, params }: Problem): readonly DomainEvent[] {
  const found = params['found'];
  if (
    (code !== 'merge.stale' && code !== 'merge.baseMoved') ||
    run.decision?.kind !== 'approved' ||
    run.decision.merged ||
    !run.base
  )
    return [];
  return [
    { type: 'approvalLapsed', run: run.id },
    ...(typeof found === 'string' && found !== '' && found !== '-'
      ? [{ type: 'refsObserved', refs: { [run.base.ref]: found } } as const]
      : []),
  ];
}
