import type { Git } from '../../src/app/ports/git.ts';
import type { Problem } from '../../src/base/problem.ts';
import { err, ok } from '../../src/base/result.ts';
import * as problems from '../../src/adapters/git/problems.ts';
import { createMemoryCare } from './memoryCare.ts';
import { createMemoryComparison, forecastInMemory } from './memoryComparison.ts';
import { ancestorsOf, createMemoryLooks, type Checkout, type Commit } from './memoryLooks.ts';
import { createMemoryGraft } from './memoryGraft.ts';
import { createMemoryMoves } from './memoryMoves.ts';
import { createBranchProblem } from './memoryBranches.ts';
import { createMemoryShared, type MemoryShared } from './memoryShared.ts';
import { createMemorySource } from './memorySource.ts';
import { createMemorySwitch } from './memorySwitch.ts';
import { binariesBetween, changesBetween, idOf, patchBetween, treeId, type Files } from './memoryTrees.ts';

/** What the `Git` port promises, on maps. Paths are plain strings; nothing touches a disk. */
export interface MemoryGit extends Git, MemoryShared {
  /** Working files of a checkout, to be changed by the test. Throws when there is none at the path. */
  files(path: string): Map<string, string>;
  /** Files of a commit, a tree or a branch. */
  filesAt(name: string): Files;
  /** Commits files on a branch as somebody else would, and returns the commit. */
  commitOn(branch: string, files: Readonly<Record<string, string>>, message?: string): string;
  /** Checks a new or moved branch out at a commit, whatever was there. */
  switchTo(path: string, branch: string, commit: string): void;
  lock(path: string, reason: string): void;
  /** The next call of `method` ends with this problem instead. */
  failNext(method: keyof Git, problem: Problem): void;
  readonly branches: ReadonlyMap<string, string>;
  /** Branches of remotes as last fetched, by names like `origin/main`: a test sets them. */
  readonly remotes: Map<string, string>;
  readonly rescues: ReadonlyMap<string, string>;
  readonly root: string;
}

export function createMemoryGit(
  seed: {
    readonly root?: string;
    readonly branch?: string;
    readonly files?: Readonly<Record<string, string>> | null;
  } = {},
): MemoryGit {
  const root = seed.root ?? '/repo';
  const mainBranch = seed.branch ?? 'main';
  const trees = new Map<string, Files>();
  const commits = new Map<string, Commit>();
  const branches = new Map<string, string>();
  const remotes = new Map<string, string>();
  const rescues = new Map<string, string>();
  const checkouts = new Map<string, Checkout>();
  const failures = new Map<keyof Git, Problem[]>();

  const keepTree = (files: Files): string => {
    const id = treeId(files);
    if (!trees.has(id)) trees.set(id, new Map(files));
    return id;
  };
  const keepCommit = (commit: Commit, at: string): string => {
    const id = idOf(
      'commit',
      commit.tree,
      commit.parent ?? '',
      ...(commit.second ? [commit.second] : []),
      commit.message,
      at,
    );
    commits.set(id, commit);
    return id;
  };
  const shortName = (ref: string): string => ref.replace(/^refs\/heads\//, '');
  const commitOf = (name: string): string | null =>
    commits.has(name)
      ? name
      : (branches.get(shortName(name)) ??
        rescues.get(name) ??
        (name === 'HEAD' ? (checkouts.get(root)?.head ?? null) : null));
  const filesAt = (name: string): Files => {
    const commit = commitOf(name);
    const files = trees.get(commit === null ? name : commits.get(commit)!.tree);
    if (files === undefined) throw new Error(`No such commit or tree: ${name}`);
    return files;
  };
  const messageOf = (id: string): string => commits.get(id)?.message ?? '';
  const ancestors = (id: string): string[] => ancestorsOf(commits, id);
  const checkoutOf = (branch: string): string | undefined => [...checkouts].find(([, it]) => it.branch === branch)?.[0];
  const at = (path: string): Checkout => {
    const found = checkouts.get(path);
    if (found === undefined) throw new Error(`No checkout at ${path}`);
    return found;
  };
  const planned = (method: keyof Git): { ok: false; error: Problem } | null => {
    const problem = failures.get(method)?.shift();
    return problem === undefined ? null : err(problem);
  };
  const branchProblem = createBranchProblem({ branches, checkoutOf });

  const removeWorktree: Git['removeWorktree'] = async (path, rescueName, known) => {
    const failed = planned('removeWorktree');
    if (failed !== null) return failed;
    const there = checkouts.get(path);
    if (there === undefined) return ok({ rescue: null });
    if (path === root) return err(problems.notLinked(path));
    if (there.locked !== null) return err(problems.locked(path, there.locked));
    const tree = keepTree(there.files);
    const kept = new Set([...branches.values(), ...rescues.values()].flatMap(ancestors));
    const reachable = ancestors(there.head).every((id) => kept.has(id) || known.includes(commits.get(id)!.tree));
    const clean = (tree === commits.get(there.head)!.tree || known.includes(tree)) && reachable;
    checkouts.delete(path);
    if (clean) return ok({ rescue: null });
    const ref = `refs/mam/rescue/${rescueName}`;
    rescues.set(ref, keepCommit({ tree, parent: there.head, message: `Rescue of ${path}` }, '0'));
    return ok({ rescue: ref });
  };

  if (seed.files !== null) {
    const files = new Map(Object.entries(seed.files ?? { 'a.txt': 'one\n' }));
    const head = keepCommit({ tree: keepTree(files), parent: null, message: 'init' }, '0');
    branches.set(mainBranch, head);
    checkouts.set(root, { branch: mainBranch, head, files, locked: null });
  }

  return {
    root,
    ...createMemoryShared({ root, branches, planned }),
    ...createMemorySource({ root, checkouts, filesAt, ancestors, commitOf, planned }),
    branches,
    remotes,
    rescues,
    files: (path) => at(path).files,
    filesAt,
    commitOn(branch, files, message = 'by somebody') {
      const parent = branches.get(branch) ?? null;
      const next = new Map(parent === null ? [] : filesAt(parent));
      for (const [path, text] of Object.entries(files)) next.set(path, text);
      const head = keepCommit({ tree: keepTree(next), parent, message }, String(commits.size));
      branches.set(branch, head);
      return head;
    },
    ...createMemorySwitch({ root, checkouts, branches, filesAt, planned, branchProblem }),
    ...createMemoryLooks({ root, checkouts, branches, remotes, commits, filesAt, ancestors, planned }),
    switchTo(path, branch, commit) {
      branches.set(branch, commit);
      Object.assign(at(path), { branch, head: commit, files: new Map(filesAt(commit)) });
    },
    lock: (path, reason) => void (at(path).locked = reason),
    failNext: (method, problem) => void failures.set(method, [...(failures.get(method) ?? []), problem]),

    remoteNames: async () => ok([...new Set([...remotes.keys()].map((name) => name.split('/')[0] ?? ''))]),
    async fetchBranch({ remote, branch }) {
      const commit = remotes.get(`${remote}/${branch}`);
      const gone = err(problems.gitFailed('fetch', 'there is no such branch'));
      return planned('fetchBranch') ?? (commit === undefined ? gone : ok({ commit }));
    },
    async facts() {
      const main = checkouts.get(root);
      return (
        planned('facts') ??
        ok({
          commonDir: `${root}/.git`,
          controlRoot: root,
          sourceRoot: root,
          bare: false,
          branch: main?.branch ?? mainBranch,
          head: main?.head ?? null,
        })
      );
    },
    async resolveBase(preferred) {
      const failed = planned('resolveBase');
      if (failed !== null) return failed;
      const name = preferred ?? checkouts.get(root)?.branch ?? (commits.size === 0 ? mainBranch : 'HEAD');
      if (commits.size === 0) return err(problems.unborn(name));
      const commit = commitOf(name);
      const ref = branches.has(shortName(name)) ? `refs/heads/${shortName(name)}` : name;
      return commit === null ? err(problems.baseMissing(name)) : ok({ ref, commit, tree: commits.get(commit)!.tree });
    },
    async branchProblem(branch) {
      return planned('branchProblem')?.error ?? branchProblem(branch);
    },
    async readFileAt(commit, path) {
      const failed = planned('readFileAt');
      if (failed !== null) return failed;
      if (commitOf(commit) === null) return err(problems.gitFailed('read a file', `there is no ${commit}`));
      return ok(filesAt(commit).get(path) ?? null);
    },
    async createWorktree({ path, branch, commit }) {
      const failed = planned('createWorktree');
      if (failed !== null) return failed;
      const there = checkouts.get(path);
      if (there !== undefined) {
        const same =
          there.branch === branch && (branch === null ? there.head === commit : ancestors(there.head).includes(commit));
        return same ? ok({ warning: null }) : err(problems.occupied(path));
      }
      if (branch !== null) {
        const why = branchProblem(branch);
        if (why !== null && !(why.code === 'branch.exists' && branches.get(branch) === commit)) return err(why);
        branches.set(branch, commit);
      }
      checkouts.set(path, { branch, head: commit, files: new Map(filesAt(commit)), locked: null });
      return ok({ warning: null });
    },
    async proveIsolation(path) {
      const isolated = checkouts.has(path) && path !== root;
      return (
        planned('proveIsolation') ??
        (isolated ? ok(undefined) : err(problems.notIsolated(path, 'it is no linked worktree')))
      );
    },
    removeWorktree,
    async snapshotTree(path, which) {
      const { files, head } = at(path);
      const there = [...files].filter(([name]) => which !== 'tracked' || filesAt(head).has(name));
      return planned('snapshotTree') ?? ok(keepTree(new Map(there)));
    },
    async changeSince(from, head) {
      const failed = planned('changeSince');
      if (failed !== null) return failed;
      const end = commitOf(head);
      const starts = from.flatMap((one) => ancestors(commitOf(one) ?? ''));
      const base = end === null ? undefined : ancestors(end).find((one) => starts.includes(one));
      if (base === undefined || end === null) return err(problems.gitFailed('compare commits', 'nothing in common'));
      return ok({ base, tree: commits.get(end)!.tree, files: changesBetween(filesAt(base), filesAt(end)) });
    },
    async describeChange(from, to) {
      const [before, after] = [filesAt(from), filesAt(to)];
      return (
        planned('describeChange') ??
        ok({
          patch: patchBetween(before, after),
          roundFiles: changesBetween(before, after),
          binaries: binariesBetween(before, after),
        })
      );
    },
    async capture(path, seedCommit, base) {
      const failed = planned('capture');
      if (failed !== null) return failed;
      const { files } = at(path);
      return ok({
        tree: keepTree(files),
        patch: patchBetween(filesAt(seedCommit), files),
        roundFiles: changesBetween(filesAt(seedCommit), files),
        files: changesBetween(filesAt(base), files),
        refused: [],
        binaries: binariesBetween(filesAt(seedCommit), files),
      });
    },
    async commit({ tree, parent, expect, branch, message, at: time, guard, follow = false }) {
      const failed = planned('commit');
      if (failed !== null) return failed;
      const path = checkoutOf(branch);
      if (path !== undefined && !follow) return err(problems.commitCheckedOut(branch, path));
      const found = branches.get(branch) ?? null;
      const head = keepCommit({ tree, parent, message }, time);
      if (found !== expect && found !== head) return err(problems.commitMoved(branch, found ?? '-'));
      const forbidden = found === head ? null : await guard?.();
      if (forbidden) return err(forbidden);
      if (found !== null && !ancestors(head).includes(found)) rescues.set(`refs/mam/rescue/${found}`, found);
      branches.set(branch, head);
      if (path !== undefined) Object.assign(at(path), { head, files: new Map(filesAt(tree)) });
      return ok({ head, tree });
    },
    async keepCopy(path, name) {
      const failed = planned('keepCopy');
      if (failed !== null) return failed;
      const there = at(path);
      const tree = keepTree(there.files);
      if (tree === commits.get(there.head)!.tree) return ok({ rescue: null });
      const ref = `refs/mam/rescue/${name}`;
      rescues.set(ref, keepCommit({ tree, parent: there.head, message: `Rescue of ${path}` }, '0'));
      return ok({ rescue: ref });
    },
    async diff(from, to, maxBytes) {
      const text = patchBetween(filesAt(from), filesAt(to));
      return planned('diff') ?? ok({ text: text.slice(0, maxBytes), cut: text.length > maxBytes });
    },
    async tracked(paths) {
      const head = checkouts.get(root)?.head;
      const names = head === undefined ? [] : [...filesAt(head).keys()];
      const found = names.filter((name) =>
        paths.some((path) => path === '.' || name === path || name.startsWith(`${path}/`)),
      );
      return planned('tracked') ?? ok(found);
    },
    async refs(names) {
      const found = names.flatMap((name) => {
        const commit = commitOf(name);
        return commit === null ? [] : [[name, commit] as const];
      });
      return planned('refs') ?? ok(Object.fromEntries(found));
    },
    forecast: async (base, head) => forecastInMemory({ filesAt, ancestors }, base, head),
    compareWork: async () =>
      planned('compareWork') ?? ok(createMemoryComparison({ checkouts, filesAt, ancestors, keepTree, keepCommit })),
    ...createMemoryCare({ root, checkouts, filesAt, planned, remove: removeWorktree }),
    ...createMemoryGraft({ filesAt, ancestors, keepTree, keepCommit, planned }),
    ...createMemoryMoves({ branches, rescues, checkouts, filesAt, ancestors, checkoutOf, planned, messageOf }),
  };
}
