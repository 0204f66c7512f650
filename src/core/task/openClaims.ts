import { problem, type Problem } from '../../base/problem.ts';

/** Of claims like these nobody can say which private or load-bearing file they mean. */
export const openClaims = (task: string, claims: readonly string[]): readonly Problem[] =>
  claims.map((claim) =>
    problem(
      'start.openClaim',
      'Nobody can say which files {task} means by {claim}: git tracks none there, or too many. Name the files in its claims or with --changed-files.',
      { task, claim },
    ),
  );
