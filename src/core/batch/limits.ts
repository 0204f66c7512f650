import { limitOf } from '../limit/admission.ts';
import type { State } from '../state.ts';
import type { BatchLane } from './types.ts';

/**
 * Of lanes that are due, those that may begin now. Of an agent whose limit should be over only one does: the others wait
 * for how it ends, since all of them together would find out no more.
 */
export function admitted<T extends { readonly lane: BatchLane }>(state: State, due: readonly T[]): readonly T[] {
  return due.filter(({ lane: { agent } }, index) => {
    const limit = limitOf(state, agent);
    const isFirst = due.findIndex((one) => one.lane.agent === agent) === index;
    return limit === undefined || (limit.trial === null && isFirst);
  });
}
