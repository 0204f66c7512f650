import type { Problem } from '../../base/problem.ts';

/** One thing that the preflight has to say. */
export interface Note {
  readonly weight: 'blocker' | 'warning' | 'evidence';
  readonly problem: Problem;
}
