import type { LaneBatch } from './types.ts';

/** What the lanes of one task's pass came to, and from when to when it was at work. */
export interface CycleLanes {
  readonly task: string;
  readonly begunAt: string;
  readonly endedAt: string;
  readonly lanes: LaneBatch;
}

/**
 * The passes of one loop as the controller gets them, oldest first; they come in the order in which they ended. Of tasks
 * that were at work at the same time it is chance which one ends first, so that among those the task id decides: then the
 * same work falls into the same window of failures. Tasks that were never at work together stay as they were. Were all
 * put by their ids, a task that ends late with a low id would be looked at by nobody, while the highest one was judged
 * again after each that followed, and the window would hold what happened long ago.
 */
export function orderBatches(ended: readonly CycleLanes[]): readonly CycleLanes[] {
  return ended.reduce<readonly CycleLanes[]>((before, next) => {
    const fixed = before.findLastIndex((one) => one.task < next.task || one.endedAt <= next.begunAt);
    return [...before.slice(0, fixed + 1), next, ...before.slice(fixed + 1)];
  }, []);
}
