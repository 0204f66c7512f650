import type { LaneBatch } from './types.ts';

/** What the lanes of one task's cycle came to. */
export interface CycleLanes {
  readonly task: string;
  readonly lanes: LaneBatch;
}

/**
 * Batches for the controller. Tasks that ran at once ended in whatever order they did, so that theirs are put in the order
 * of task ids: then the same work gives the same decisions.
 */
export const orderBatches = (cycles: readonly CycleLanes[], byTask: boolean): readonly LaneBatch[] =>
  (byTask ? cycles.toSorted((a, b) => (a.task < b.task ? -1 : a.task > b.task ? 1 : 0)) : cycles).map(
    ({ lanes }) => lanes,
  );
