import { problem, type Problem } from '../base/problem.ts';
import type { SharedBase } from '../app/overlap/sharedBase.ts';
import type { WorktreeWish } from './worktreePlan.ts';

/** Where the branch of this name starts. */
export type StartOf = (branch: string) => Start;

export interface Start extends SharedBase {
  /** The branch is there already, and is checked out as it is. */
  readonly taken: boolean;
}

/** Work that a branch of the issue has already goes on; only where a person names a base, it must be a new one. */
export function startAt(
  branch: string,
  wish: Pick<WorktreeWish, 'base'>,
  local: Readonly<Record<string, string>>,
  base: SharedBase,
): Start {
  const commit = local[branch];
  return commit === undefined || wish.base !== null ? { ...base, taken: false } : { name: branch, commit, taken: true };
}

export const branchTaken = ({ name, commit }: Start): Problem =>
  problem('worktree.branchTaken', 'The branch {branch} was there at {commit} and is checked out as it is.', {
    branch: name,
    commit: commit.slice(0, 7),
  });
