import type { Handler } from './handler.ts';

/** Removes a worktree after keeping what it holds; one that is gone already counts as removed. */
export const removeWorktree: Handler<'removeWorktree'> = async (effect, { git }) => {
  const { path, worktree, known, keep } = effect;
  const removed =
    keep === undefined
      ? await git.removeWorktree(path, worktree, known ?? [])
      : await git.removeWholeWorktree(path, keep);
  return removed.ok
    ? { kind: 'removeWorktree', rescue: removed.value.rescue }
    : { kind: 'failed', problem: removed.error };
};
