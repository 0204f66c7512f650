import type { Handler } from './handler.ts';

/** Commits a handed-in patch on its branch by compare and swap; asked twice, it finds the commit that it made. */
export const applyPatch: Handler<'applyPatch'> = async (effect, { git }) => {
  const { tree, parent, expect, branch, message, at } = effect;
  const commit = await git.commit({ tree, parent, expect, branch, message, at });
  return commit.ok ? { kind: 'applyPatch', head: commit.value.head } : { kind: 'failed', problem: commit.error };
};
