import { problem, type Problem } from '../base/problem.ts';
import { isStrict } from '../core/branch/issue.ts';

/** Why MAM can't make a branch of this type, or null: what it makes is of the strict form, with a type that the project has. */
export const branchTypeProblem = (type: string, types: readonly string[]): Problem | null =>
  isStrict(`${type}/issue-1`, types)
    ? null
    : problem('cli.badBranchType', '{type} is no type of branch. It can be one of: {known}.', {
        type,
        known: types.join(', '),
      });
