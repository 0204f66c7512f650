import type { Handler } from './handler.ts';

/** Makes a worktree, or finds the one that a killed predecessor made; either way its isolation is proven before it counts. */
export const createWorktree: Handler<'createWorktree'> = async (effect, { git, log }) => {
  const made = await git.createWorktree({ path: effect.path, branch: effect.branch, commit: effect.commit });
  if (!made.ok) return { kind: 'failed', problem: made.error };
  if (made.value.warning !== null)
    log.warn('worktree made with a warning', { path: effect.path, warning: made.value.warning });
  return { kind: 'createWorktree' };
};
