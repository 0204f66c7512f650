import type { State } from '../../core/state.ts';

const folderName = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? path;

/** What people call the worktree at a path: its task, else its branch, else its folder. */
export function worktreeName(state: State, path: string): string {
  const worktree = Object.values(state.worktrees).find((one) => one.path === path);
  const run = worktree === undefined || worktree.run === null ? undefined : state.runs[worktree.run];
  return run?.task.id ?? worktree?.branch ?? folderName(path);
}
