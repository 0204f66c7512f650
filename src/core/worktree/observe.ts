import type { Command } from '../command.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';

/**
 * What became of the worktrees that people asked for, by those that git knows now: one that was moved is followed, one
 * that was removed is forgotten. A run looks after its own.
 */
export function observeWorktrees(
  { worktrees }: Pick<State, 'worktrees'>,
  { seen, linked }: Extract<Command, { type: 'observeWorktrees' }>,
): readonly DomainEvent[] {
  const taken = new Set(Object.values(worktrees).map((one) => one.path));
  return seen.flatMap((id): readonly DomainEvent[] => {
    const worktree = worktrees[id];
    if (worktree?.purpose !== 'person' || worktree.state !== 'ready') return [];
    if (linked.some(({ path }) => path === worktree.path)) return [];
    const moved = linked.find(({ path, branch }) => branch === worktree.branch && !taken.has(path));
    return [
      moved
        ? { type: 'worktreeMoved', worktree: id, path: moved.path }
        : { type: 'worktreeRemoved', worktree: id, rescue: null },
    ];
  });
}
