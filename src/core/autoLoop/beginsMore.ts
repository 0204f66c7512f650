import type { Loop } from '../loop/types.ts';

/** Whether a loop begins anything more by itself. */
export const beginsMore = (loop: Loop): boolean =>
  loop.state === 'running' && loop.halted === undefined && !loop.finishing;
