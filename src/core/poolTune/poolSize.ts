import type { Loop } from '../loop/types.ts';

/** How many tasks of a loop may be at work at once now. */
export const poolSize = ({ poolSize: moved, options }: Pick<Loop, 'poolSize' | 'options'>): number =>
  moved ?? options.pool ?? 1;

/** Whether several of its tasks are, were or may come to be at work at once. */
export const isSeveral = ({ poolSize: moved, options }: Pick<Loop, 'poolSize' | 'options'>): boolean =>
  (options.pool ?? 1) > 1 || options.poolTerms !== undefined || moved !== undefined;
