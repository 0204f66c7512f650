import type { Git } from '../ports/git.ts';
import type { Log } from '../ports/system.ts';

/** A worktree that is for the repository's hooks alone, named after the tree that they are asked about. */
export const hooksWorktree = (tree: string): string => `hooks-${tree}`;

const named = /[\\/](hooks-([0-9a-f]{40}|[0-9a-f]{64}))$/;

/**
 * Removes the worktrees that a killed host left while it asked hooks. Whoever asks at this moment in another process
 * loses its worktree, and takes that for a refusal: nothing is committed without an answer.
 */
export async function clearHooks(git: Pick<Git, 'listLinked' | 'removeWorktree'>, log: Log): Promise<void> {
  const linked = await git.listLinked([]);
  if (!linked.ok) return log.warn('worktrees could not be listed', { code: linked.error.code });
  for (const { path, branch } of linked.value) {
    const [, name, tree] = named.exec(path) ?? [];
    if (name === undefined || tree === undefined || branch !== null) continue;
    // What hooks changed there is kept like anything that only a worktree holds.
    const removed = await git.removeWorktree(path, name, [tree]);
    if (!removed.ok) log.warn('a worktree of hooks could not be removed', { code: removed.error.code });
  }
}
