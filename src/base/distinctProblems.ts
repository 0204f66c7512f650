import { sameValue } from './sameValue.ts';
import type { Problem } from './problem.ts';

/** Problems in their order, each sentence once. */
export const distinctProblems = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter((one, index) => problems.findIndex((other) => sameValue(one, other)) === index);
