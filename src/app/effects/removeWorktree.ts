import type { Handler } from './handler.ts';

/** Removes a worktree after keeping what it holds; one that is gone already counts as removed. */
export const removeWorktree: Handler<'removeWorktree'> = async (effect, { git, state, mostRescueBytes }) => {
  const { path, worktree, known, keep } = effect;
  // Readers and checks leave products of commands; whatever a writer leaves may be its work.
  const written = state().worktrees[worktree]?.purpose === 'write';
  const removed =
    keep === undefined
      ? await git.removeWorktree(path, worktree, known ?? [], written ? mostRescueBytes() : undefined)
      : await git.removeWholeWorktree(path, keep);
  return removed.ok
    ? { kind: 'removeWorktree', rescue: removed.value.rescue }
    : { kind: 'failed', problem: removed.error };
};
