import type { Loop, Run } from './types.ts';

/**
 * Names of the things of a run. They are made from what the thing is for, so that asking twice names the same thing.
 * Folder names stay short and plain: task ids are ASCII, whatever the title holds.
 */
export const writerWorktree = (run: Run): string => `${run.task.id}-${run.id}-r${run.round}a${run.attempt}`;

export const reviewWorktree = (run: Run, session: string, attempt: number): string =>
  `${run.task.id}-${run.id}-r${run.round}-${session}-${attempt}`;

export const checkWorktree = (run: Run): string => `${run.task.id}-${run.id}-r${run.round}-checks`;

/** Where the checks of a merge onto a moved base run. */
export const mergedWorktree = (run: Run, commit: string): string =>
  `${run.task.id}-${run.id}-m${commit.slice(0, 12)}-checks`;

export const integrationBranch = (task: string): string => `feature/${task}-integration`;

/** A branch that a person named, where they want the work on it; a new one of MAM's own otherwise. */
export const branchFor = ({ options: { source } }: Pick<Loop, 'options'>, task: string): string =>
  source?.moves && source.branch !== null ? source.branch : integrationBranch(task);

/** Whether a branch is one that MAM made for a run; where the name was taken it ends in a number. It names no issue. */
export const isIntegrationBranch = (branch: string): boolean =>
  /^feature\/T-\d{4}-\d{4}-integration(?:-\d+)?$/.test(branch);

export const worktreePath = (
  run: { readonly options: Pick<Run['options'], 'worktreesRoot'> },
  worktree: string,
): string => `${run.options.worktreesRoot}/${worktree}`;
