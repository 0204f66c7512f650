import type { Git, GitCheckout, WorktreeStatus } from '../../src/app/ports/git.ts';
import type { Problem } from '../../src/base/problem.ts';
import { err, ok } from '../../src/base/result.ts';
import * as problems from '../../src/adapters/git/problems.ts';
import { changesBetween, type Files } from './memoryTrees.ts';

export interface Commit {
  readonly tree: string;
  readonly parent: string | null;
  /** Of a merge, what was merged. */
  readonly second?: string;
  readonly message: string;
}

/** A commit and all that it follows, the nearest first. */
export function ancestorsOf(commits: ReadonlyMap<string, Commit>, id: string): string[] {
  const found = new Set([id]);
  for (const at of found)
    for (const parent of [commits.get(at)?.parent, commits.get(at)?.second]) if (parent) found.add(parent);
  return [...found];
}

export interface Checkout {
  branch: string | null;
  head: string;
  /** The working files: a test's "agent" writes here. */
  files: Map<string, string>;
  locked: string | null;
}

interface Memory {
  readonly root: string;
  readonly checkouts: ReadonlyMap<string, Checkout>;
  readonly branches: ReadonlyMap<string, string>;
  readonly remotes: ReadonlyMap<string, string>;
  readonly commits: ReadonlyMap<string, Commit>;
  readonly filesAt: (name: string) => Files;
  readonly ancestors: (id: string) => readonly string[];
  readonly planned: (method: keyof Git) => { ok: false; error: Problem } | null;
}

/** The part of the port that tells how things stand and changes nothing. */
export function createMemoryLooks(
  memory: Memory,
): Pick<
  Git,
  'listWorktrees' | 'listCheckouts' | 'listLinked' | 'ownCheckout' | 'listBranches' | 'changedPaths' | 'isAncestor'
> {
  const { root, checkouts, branches, remotes, commits, filesAt, ancestors, planned } = memory;
  const distance = (
    head: string,
    base: { readonly ref: string; readonly commit: string } | undefined,
  ): Pick<WorktreeStatus, 'against' | 'ahead' | 'behind'> => {
    if (base === undefined) return { against: null, ahead: 0, behind: 0 };
    const [ours, theirs] = [ancestors(head), ancestors(base.commit)];
    return {
      against: base.ref,
      ahead: ours.filter((commit) => !theirs.includes(commit)).length,
      behind: theirs.filter((commit) => !ours.includes(commit)).length,
    };
  };
  const standing = (): readonly GitCheckout[] =>
    [...checkouts].map(([path, { branch, head }]) => ({ path, branch, rebasing: null, head, here: path === root }));
  return {
    async listWorktrees(base, _paths, ask) {
      const list = [...checkouts].map(([path, it]): WorktreeStatus => {
        const asked = ask?.(path, it.head) ?? true;
        const changes = asked ? changesBetween(filesAt(it.head), it.files) : [];
        const untracked = changes.filter((change) => change.status === 'added').length;
        return {
          path,
          branch: it.branch,
          head: it.head,
          ...distance(it.head, base),
          changed: changes.length - untracked,
          untracked,
          ...(asked ? { dirty: changes.map((change) => change.path) } : {}),
          locked: it.locked,
          prunable: null,
        };
      });
      return planned('listWorktrees') ?? ok(list);
    },
    listCheckouts: async () => planned('listCheckouts') ?? ok(standing()),
    listLinked: async () =>
      planned('listLinked') ??
      ok([...checkouts].flatMap(([path, { branch }]) => (path === root ? [] : [{ path, branch }]))),
    ownCheckout: async () => planned('ownCheckout') ?? ok(standing().find((one) => one.here) ?? null),
    async listBranches() {
      const remoteDefault = remotes.has('origin/main') ? 'origin/main' : null;
      return (
        planned('listBranches') ??
        ok({ local: Object.fromEntries(branches), remote: Object.fromEntries(remotes), remoteDefault })
      );
    },
    async changedPaths() {
      const main = checkouts.get(root);
      const changes = main === undefined ? [] : changesBetween(filesAt(main.head), main.files);
      return planned('changedPaths') ?? ok(changes.map((change) => change.path).toSorted());
    },
    async isAncestor(ancestor, commit) {
      const failed = planned('isAncestor');
      if (failed !== null) return failed;
      if (!commits.has(ancestor) || !commits.has(commit))
        return err(problems.gitFailed('compare commits', 'one is not here'));
      return ok(ancestors(commit).includes(ancestor));
    },
  };
}
