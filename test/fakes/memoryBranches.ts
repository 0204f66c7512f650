import type { Problem } from '../../src/base/problem.ts';
import * as problems from '../../src/adapters/git/problems.ts';

/** Why a branch can't be made, or null, as git says it. */
export const createBranchProblem =
  (world: {
    readonly branches: ReadonlyMap<string, string>;
    readonly checkoutOf: (branch: string) => string | undefined;
  }) =>
  (branch: string): Problem | null => {
    const { branches, checkoutOf } = world;
    if (!/^[^\s~^:?*[\\]+$/.test(branch) || branch.includes('..') || /^[-/]|\/$|\.lock$/.test(branch))
      return problems.branchName(branch);
    const clash = [...branches.keys()].find(
      (other) => other.startsWith(`${branch}/`) || branch.startsWith(`${other}/`),
    );
    if (clash !== undefined) return problems.branchClash(branch, clash);
    const path = checkoutOf(branch);
    if (path !== undefined) return problems.branchInUse(branch, path);
    const existing = branches.get(branch);
    return existing === undefined ? null : problems.branchElsewhere(branch, existing);
  };
