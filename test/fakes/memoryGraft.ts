import type { Git } from '../../src/app/ports/git.ts';
import type { GraftGit } from '../../src/app/ports/gitGraft.ts';
import type { Problem } from '../../src/base/problem.ts';
import { ok } from '../../src/base/result.ts';
import type { Commit } from './memoryLooks.ts';
import type { Files } from './memoryTrees.ts';

/** Commits made of two others, on maps. */
export const createMemoryGraft = (world: {
  readonly filesAt: (name: string) => Files;
  readonly keepTree: (files: Files) => string;
  readonly keepCommit: (commit: Commit, at: string) => string;
  readonly planned: (method: keyof Git) => { readonly ok: false; readonly error: Problem } | null;
}): GraftGit => ({
  async graftFiles({ commit, from, paths }) {
    const failed = world.planned('graftFiles');
    if (failed !== null) return failed;
    const files = new Map(world.filesAt(commit));
    for (const [path, text] of world.filesAt(from)) if (paths.includes(path)) files.set(path, text);
    const tree = world.keepTree(files);
    return ok({ commit: world.keepCommit({ tree, parent: commit, message: 'graft' }, '0'), tree });
  },
});
