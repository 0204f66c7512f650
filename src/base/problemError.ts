import { fill, type Problem } from './problem.ts';

/** An expected failure on its way out of a call that promises a plain value. Whoever catches it tells its problem. */
export class ProblemError extends Error {
  override readonly name: string = 'ProblemError';
  readonly problem: Problem;

  constructor(because: Problem, cause?: unknown) {
    super(fill(because.text, because.params), { cause });
    this.problem = because;
  }
}
