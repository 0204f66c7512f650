import type { LoopOptions } from '../loop/types.ts';

/** Whether a loop goes on to the end of its queue, however long that is. */
export const isOpenEnded = ({ tasks, limit, guards }: Pick<LoopOptions, 'tasks' | 'limit' | 'guards'>): boolean =>
  tasks === null && limit === null && guards !== undefined;
