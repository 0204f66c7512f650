import type { Handler } from './handler.ts';

/** Commits the captured tree on the integration branch; asked twice, it finds the commit that it made. */
export const commitPatch: Handler<'commitPatch'> = async ({ tree, parent, expect, branch, message, at }, { git }) => {
  const commit = await git.commit({ tree, parent, expect, branch, message, at });
  return commit.ok
    ? { kind: 'commitPatch', head: commit.value.head, tree: commit.value.tree }
    : { kind: 'failed', problem: commit.error };
};
