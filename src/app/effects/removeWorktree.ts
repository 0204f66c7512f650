import type { Handler } from './handler.ts';

/** Removes a worktree after keeping what it holds; one that is gone already counts as removed. */
export const removeWorktree: Handler<'removeWorktree'> = async (effect, { git }) => {
  const removed = await git.removeWorktree(effect.path, effect.worktree, effect.known ?? []);
  return removed.ok
    ? { kind: 'removeWorktree', rescue: removed.value.rescue }
    : { kind: 'failed', problem: removed.error };
};
