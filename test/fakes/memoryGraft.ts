import type { Git } from '../../src/app/ports/git.ts';
import type { GraftGit } from '../../src/app/ports/gitGraft.ts';
import type { Problem } from '../../src/base/problem.ts';
import { ok } from '../../src/base/result.ts';
import type { Commit } from './memoryLooks.ts';
import { conflictsOf, type Files } from './memoryTrees.ts';

/** Commits made of two others, on maps. */
export const createMemoryGraft = (world: {
  readonly filesAt: (name: string) => Files;
  readonly ancestors: (id: string) => readonly string[];
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
  async mergeOnto({ from, base, head, message, at }) {
    const failed = world.planned('mergeOnto');
    if (failed !== null) return failed;
    if (!world.ancestors(base).includes(from)) return ok({ kind: 'rewritten' });
    const common = world.ancestors(base).find((id) => world.ancestors(head).includes(id)) ?? from;
    const [before, ours, theirs] = [world.filesAt(common), world.filesAt(base), world.filesAt(head)];
    const conflicts = conflictsOf(before, ours, theirs);
    if (conflicts.length > 0) return ok({ kind: 'conflict', files: conflicts });
    const files = new Map(ours);
    for (const path of new Set([...before.keys(), ...theirs.keys()])) {
      const text = theirs.get(path);
      if (text === before.get(path)) continue;
      if (text === undefined) files.delete(path);
      else files.set(path, text);
    }
    const tree = world.keepTree(files);
    return ok({
      kind: 'clean',
      commit: world.keepCommit({ tree, parent: base, second: head, message }, at),
      tree,
      both: [],
    });
  },
});
