import type { Handler } from './handler.ts';

/** Removes a worktree after keeping what it holds; one that is gone already counts as removed. */
export const removeWorktree: Handler<'removeWorktree'> = async (effect, { git, state, mostRescueBytes }) => {
  const { path, worktree, known, keep } = effect;
  // Readers leave products of commands, and checks what their set-up copied, too; whatever a writer leaves may be its work.
  const purpose = state().worktrees[worktree]?.purpose;
  const most = purpose === 'write' ? mostRescueBytes() : purpose === 'check' ? 'none' : undefined;
  const removed =
    keep === undefined
      ? await git.removeWorktree(path, worktree, known ?? [], most)
      : await git.removeWholeWorktree(path, keep);
  return removed.ok
    ? { kind: 'removeWorktree', rescue: removed.value.rescue }
    : { kind: 'failed', problem: removed.error };
};
