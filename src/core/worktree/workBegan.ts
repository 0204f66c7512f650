import type { Worktree } from './types.ts';

/**
 * The commit that all work in a worktree came after. Null unless it was made at a base: one that came back from its branch
 * or from a copy was made at a commit that holds work already.
 */
export const workBegan = ({ base, commit }: Pick<Worktree, 'base' | 'commit'>): string | null =>
  base === undefined ? null : commit;
