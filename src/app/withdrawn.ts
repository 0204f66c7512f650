import { problem, type Problem } from '../base/problem.ts';

/** Somebody asked for the end of work that had not begun. */
export const withdrawn = (): Problem =>
  problem('runner.withdrawn', 'This was stopped before it began. Nothing was started.');
