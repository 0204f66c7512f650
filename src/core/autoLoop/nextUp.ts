import { claimRefusal, type Refusal } from '../lease/inTheWay.ts';
import { branchFor } from '../loop/names.ts';
import type { Loop, Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { claimsOf, openFor } from '../task/select.ts';
import type { Task } from '../task/types.ts';
import { fitsBeside } from './fits.ts';
import { isOpenEnded } from './openEnded.ts';

export interface NextUp {
  /** The task to begin, or undefined when none can be. */
  readonly task: Task | undefined;
  /** Where only tasks are left whose files others hold: why, of one that comes free by itself if there is one. */
  readonly refused: Refusal | null;
}

/** What a loop begins next beside those in flight. */
export function nextUp(state: State, loop: Loop, flying: readonly Run[] = []): NextUp {
  let refused: (Refusal & { readonly task: Task }) | null = null;
  for (const one of beginnable(state, loop, flying)) {
    if (one.refusal === null) return { task: one.task, refused: null };
    if (refused === null || (one.refusal.passes && !refused.passes)) refused = { ...one.refusal, task: one.task };
  }
  // A loop that is to take so many tells of its task whom it waits for; one to the end would only ask the same of each.
  const begins = !isOpenEnded(loop.options) && flying.length === 0;
  return begins && refused ? { task: refused.task, refused: null } : { task: undefined, refused };
}

/**
 * The tasks that fit beside those in flight, best first, and of each why it can't have its files yet. The first that has to
 * wait for those in flight keeps its place: what would be in its way is not begun before it, or it might never be.
 */
export function* beginnable(
  state: State,
  loop: Loop,
  flying: readonly Run[],
): Generator<{ readonly task: Task; readonly refusal: Refusal | null }> {
  const { options } = loop;
  const fits = fitsBeside(flying, options);
  const refusalOf = claimRefusal(state, options.contextPaths, new Set(flying.flatMap(({ lease }) => lease ?? [])));
  let fitsReserved: ReturnType<typeof fitsBeside> = () => true;
  let isReserved = false;
  for (const task of openFor(state, loop)) {
    const claims = claimsOf(state, task);
    const doesFit = fits(task, claims);
    if (!fitsReserved(task, claims) || (!doesFit && isReserved)) continue;
    const branch = branchFor(loop, task.id);
    const refusal = refusalOf({ id: '', task, claims, branch, phase: 'preparing', options });
    if (doesFit) yield { task, refusal };
    else if (refusal === null) {
      fitsReserved = fitsBeside([{ task, claims }], options);
      isReserved = true;
    }
  }
}
