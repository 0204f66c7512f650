import type { Problem } from '../../base/problem.ts';

/** A problem's parameters may hold what a program said, or what a file is called. */
export const redactProblem = (told: Problem, redact: (text: string) => string): Problem => ({
  ...told,
  params: Object.fromEntries(
    Object.entries(told.params).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  ),
});
