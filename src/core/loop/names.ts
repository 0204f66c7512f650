import type { Run } from './types.ts';

/**
 * Names of the things of a run. They are made from what the thing is for, so that asking twice names the same thing.
 * Folder names stay short and plain: task ids are ASCII, whatever the title holds.
 */
export const writerWorktree = (run: Run): string => `${run.task.id}-${run.id}-r${run.round}a${run.attempt}`;

export const reviewWorktree = (run: Run, session: string, attempt: number): string =>
  `${run.task.id}-${run.id}-r${run.round}-${session}-${attempt}`;

export const checkWorktree = (run: Run): string => `${run.task.id}-${run.id}-r${run.round}-checks`;

export const integrationBranch = (task: string): string => `feature/${task}-integration`;

export const worktreePath = (run: Run, worktree: string): string => `${run.options.worktreesRoot}/${worktree}`;
