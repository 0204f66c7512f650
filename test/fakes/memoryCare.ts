import type { Problem } from '../../src/base/problem.ts';
import { err, ok, type Result } from '../../src/base/result.ts';
import type { Git } from '../../src/app/ports/git.ts';
import type { KeptWorktree, WorktreeCare } from '../../src/app/ports/worktreeCare.ts';
import { noArchive } from '../../src/adapters/git/keptProblems.ts';
import * as problems from '../../src/adapters/git/problems.ts';
import type { Files } from './memoryTrees.ts';

interface Checkout {
  branch: string | null;
  head: string;
  files: Map<string, string>;
  locked: string | null;
}

/** What people do with linked worktrees, in memory: there are neither ignored files nor submodules. */
export function createMemoryCare(deps: {
  readonly root: string;
  readonly checkouts: Map<string, Checkout>;
  readonly filesAt: (name: string) => Files;
  readonly planned: (method: keyof Git) => { ok: false; error: Problem } | null;
  readonly remove: Git['removeWorktree'];
}): WorktreeCare {
  const { root, checkouts, filesAt, planned } = deps;
  const archives = new Map<string, KeptWorktree & { readonly all: ReadonlyMap<string, string> }>();
  const linked = (path: string): Result<Checkout, Problem> => {
    const found = path === root ? undefined : checkouts.get(path);
    return found === undefined ? err(problems.notLinked(path)) : ok(found);
  };
  return {
    async lookAtWorktree(path) {
      const failed = planned('lookAtWorktree');
      const found = failed ?? linked(path);
      if (!found.ok) return found;
      const { branch, head, locked, files } = found.value;
      const before = filesAt(head);
      const changed = [...before].filter(([name, text]) => files.get(name) !== text).map(([name]) => name);
      const untracked = [...files.keys()].filter((name) => !before.has(name));
      return ok({
        ...{ path, branch, head, locked, folder: 'there', operation: null, changed, untracked, ignored: [] },
        counts: { changed: changed.length, untracked: untracked.length, ignored: 0 },
        ...{ bytes: 0, lost: 0, unpushed: null, submodules: [], specials: [], nested: [], branchGoes: false },
      });
    },
    async removeWholeWorktree(path, name) {
      const failed = planned('removeWholeWorktree');
      if (failed !== null) return failed;
      const found = linked(path);
      if (found.ok) {
        const { branch, head, files } = found.value;
        archives.set(name, {
          path,
          branch,
          head,
          files: files.size,
          bytes: 0,
          specials: [],
          paths: [...files.keys()],
          all: new Map(files),
        });
      }
      return deps.remove(path, name, []);
    },
    setUpWorktree: async () => planned('setUpWorktree') ?? ok({ linked: [], copied: [], kept: [] }),
    examineWorktrees: async () => planned('examineWorktrees') ?? ok([]),
    listCommits: async () => planned('listCommits') ?? ok([]),
    commitTime: async () => '2026-01-01T00:00:00Z',
    branchStand: async () => ({ ahead: 1, behind: 5, committedAt: '2026-01-01T00:00:00Z' }),
    keptWorktree: async (name) => planned('keptWorktree') ?? ok(archives.get(name) ?? null),
    async putBackWorktree(name, path) {
      const failed = planned('putBackWorktree');
      if (failed !== null) return failed;
      const [kept, found] = [archives.get(name), linked(path)];
      if (!found.ok) return found;
      if (kept === undefined) return err(noArchive(name));
      found.value.files = new Map(kept.all);
      return ok(undefined);
    },
  };
}
