import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { writeCommit } from './commit.ts';
import { isText } from './fileNames.ts';
import { moveRef, type Identity } from './moveRef.ts';
import type { Place } from './place.ts';
import { openPrivateIndex } from './privateIndex.ts';
import * as problems from './problems.ts';
import { createRefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';
import { submoduleFolders } from './submoduleFolders.ts';

/** Ignored files are mostly built again at will; a commit takes no more of them than this. */
const ignoredBytes = 10 * 1024 * 1024;
const ignoredFiles = 5000;

export interface RescueDeps {
  readonly calls: Calls;
  readonly repository: Repository;
  readonly who: Identity;
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a rescue goes by. */
export interface Wanted {
  /** Of the ref, below `refs/mam/rescue/`. */
  readonly name: string;
  /** Trees that need no copy: their content is in commits that stay. */
  readonly known: readonly string[];
  /** A commit is made whatever it holds, and ignored files are kept elsewhere. */
  readonly whole?: boolean;
  /** It was never made to its end: a file that is missing was never there. */
  readonly unfinished?: boolean;
  /** What ignored files are where this is not said: products of commands, of which a measure is enough; `none` is kept where they are copies and builds for checks. */
  readonly most?: number | 'none' | undefined;
}

export interface Rescue {
  readonly ref: string | null;
  /** Tree of what was staged, where it could be written. */
  readonly staged?: string;
  /** Ignored files that are not in the commit. */
  readonly ignoredLeft: number;
  /** Folders that no commit can hold: repositories of their own, or files where a submodule belongs. */
  readonly foldersLeft: readonly string[];
}

/**
 * Keeps what only this worktree holds as a commit below `refs/mam/rescue/`: its tree is the working files, untracked ones
 * and a measure of the ignored ones included; its parents are HEAD and, where it says something else, what was staged.
 * `path` is where the worktree belongs, wherever it is now.
 */
export async function rescue(
  deps: RescueDeps,
  place: Place,
  path: string,
  wanted: Wanted,
): Promise<Result<Rescue, Problem>> {
  const { calls, repository } = deps;
  const refs = await createRefReader(calls, repository.commonDir, place.gitDir);
  const head = await refs.resolve('HEAD');
  const opened = await openPrivateIndex(calls, place, deps.folder);
  if (!opened.ok) return opened;
  const index = opened.value;
  try {
    // An index with conflicts can't be written; the conflicting files themselves are in the working tree.
    const staged = await index.tree();
    // Its folder may have been moved away from where the repositories of its submodules expect it.
    const left = (await isThere(join(place.gitDir, 'modules'))) ? await index.leaveSubmodules() : ok(undefined);
    if (!left.ok) return left;
    const added = await index.addAll();
    if (!added.ok) return added;
    const ignored = wanted.whole === true || wanted.most === 'none' ? ok([]) : await index.ignored();
    if (!ignored.ok) return ignored;
    const kept = await withinMeasure(place.cwd, ignored.value);
    if (kept.length > 0) {
      const taken = await index.add(kept);
      if (!taken.ok) return taken;
    }
    const tree = await index.tree();
    if (!tree.ok) return tree;
    const folders = await submoduleFolders(calls, place, index.path);
    if (!folders.ok) return folders;
    const holding = folders.value.filter(({ holds }) => holds !== 'nothing').map((one) => one.path);
    const foldersLeft = [...holding, ...added.value.refused];
    const ignoredLeft = ignored.value.length - kept.length;

    const headTree = head === null ? null : await treeOf(deps, head);
    const held = [headTree, ...wanted.known];
    const extra = staged.ok && staged.value !== tree.value && !held.includes(staged.value) ? staged.value : null;
    const known = head === null || (await isKnown(deps, head, wanted.known));
    const empty = head === null && /^4b825dc6|^6ef19b41/.test(tree.value);
    if (wanted.whole !== true && known && extra === null && (held.includes(tree.value) || empty))
      return ok({ ref: null, ignoredLeft, foldersLeft });

    const about = wanted.whole === true ? [] : ['', `Ignored files: ${ignored.value.length}, kept: ${kept.length}`];
    const lines = [`Rescue of ${path}`, ...about];
    const write = (of: string, parents: readonly string[], message: string) =>
      writeCommit(calls, repository, deps.who, { tree: of, parents, message, at: new Date(deps.now()).toISOString() });
    const before = head === null ? [] : [head];
    const stagedCommit = extra === null ? null : await write(extra, before, 'Staged');
    if (stagedCommit !== null && !stagedCommit.ok) return stagedCommit;
    const made = await write(
      tree.value,
      stagedCommit === null ? before : [...before, stagedCommit.value],
      lines.join('\n'),
    );
    if (!made.ok) return made;
    const ref = await keep(deps, wanted.name, made.value);
    const rest = { ignoredLeft, foldersLeft, ...(staged.ok ? { staged: staged.value } : {}) };
    return ref.ok ? ok({ ref: ref.value, ...rest }) : ref;
  } finally {
    await index.dispose();
  }
}

/** Keeps a commit that is on no branch; null when it is known anyway. */
export async function rescueCommit(
  deps: RescueDeps,
  commit: string,
  wanted: Wanted,
): Promise<Result<string | null, Problem>> {
  if (wanted.whole !== true && (await isKnown(deps, commit, wanted.known))) return ok(null);
  return keep(deps, wanted.name, commit);
}

/** A commit of nothing, for what has none to begin from. */
export async function emptyCommit(deps: RescueDeps, path: string): Promise<Result<string, Problem>> {
  const { calls, repository, who } = deps;
  const args = ['hash-object', '-t', 'tree', '-w', '--stdin'];
  const tree = await calls.must('write a tree', { at: central(repository), args, input: '' });
  if (!tree.ok) return tree;
  const at = new Date(deps.now()).toISOString();
  return writeCommit(calls, repository, who, {
    tree: tree.value.out.trim(),
    parents: [],
    message: `Rescue of ${path}`,
    at,
  });
}

/** The same commit once more, under a name that nothing has. */
export async function keepAgain(deps: RescueDeps, name: string, ref: string): Promise<Result<string, Problem>> {
  const { commonDir } = deps.repository;
  const refs = await createRefReader(deps.calls, commonDir, commonDir);
  const to = (await refs.resolve(ref)) ?? '';
  for (let count = 2; count < mostNames; count += 1) {
    const next = refOf(name, count);
    if ((await refs.resolve(next)) !== null) continue;
    const moved = await moveRef(deps.calls, deps.repository, deps.who, { ref: next, to, old: null, why });
    if (!moved.ok || moved.value) return moved.ok ? ok(next) : moved;
  }
  return err(noName(name));
}

/** Makes the ref under the first free name. One that says the same was made by a call that did not get further. */
async function keep(deps: RescueDeps, name: string, commit: string): Promise<Result<string, Problem>> {
  for (let count = 1; count < mostNames; count += 1) {
    const ref = refOf(name, count);
    const moved = await moveRef(deps.calls, deps.repository, deps.who, { ref, to: commit, old: null, why });
    if (!moved.ok) return moved;
    if (moved.value || (await saysTheSame(deps, ref, commit))) return ok(ref);
  }
  return err(noName(name));
}

/** Whether two commits differ in nothing but who made them when: tree, message, parents, and the second one's tree and parents, which is what was staged. */
async function saysTheSame(deps: RescueDeps, ...commits: readonly [string, string]): Promise<boolean> {
  const [one, other] = await Promise.all(commits.map((commit) => signOf(deps, commit)));
  return one !== null && one === other;
}

async function signOf(deps: RescueDeps, commit: string): Promise<string | null> {
  const read = async (name: string): Promise<readonly string[] | null> => {
    const asked = await deps.calls.run('read a commit', {
      at: central(deps.repository),
      args: ['log', '-1', '--format=%P%x00%T%n%B', name],
    });
    return asked.ok && asked.value.code === 0 ? asked.value.out.split('\0') : null;
  };
  const [parents = '', said = ''] = (await read(commit)) ?? [];
  const [first = '', second] = parents.split(' ');
  const staged = second === undefined ? [] : await read(second);
  return said === '' || staged === null ? null : [said, first, ...staged].join('\0');
}

const why = 'mam: rescue';
const mostNames = 1000;

const refOf = (name: string, count: number): string => `refs/mam/rescue/${name}${count === 1 ? '' : `-${count}`}`;

const noName = (name: string): Problem =>
  problems.gitFailed('keep a rescue copy', `there are a thousand of the name ${name}`);

async function treeOf(deps: RescueDeps, name: string): Promise<string | null> {
  const asked = await deps.calls.run('read a commit', {
    at: central(deps.repository),
    args: ['rev-parse', '-q', '--verify', `${name}^{tree}`],
  });
  return asked.ok && asked.value.code === 0 ? asked.value.out.trim() : null;
}

/** Whether every commit that no ref leads to (a writer may commit as it goes) has a tree that needs no copy. */
export async function isKnown(deps: RescueDeps, commit: string, known: readonly string[]): Promise<boolean> {
  const asked = await deps.calls.run('look for commits of its own', {
    at: central(deps.repository),
    args: ['rev-list', '--format=%T', commit, '--not', '--branches', '--remotes', '--tags', '--glob=refs/mam/'],
  });
  if (!asked.ok || asked.value.code !== 0 || asked.value.cut) return false;
  const trees = asked.value.out.split('\n').filter((line) => line !== '' && !line.startsWith('commit '));
  return trees.every((tree) => known.includes(tree));
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

async function withinMeasure(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const kept: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    if (kept.length >= ignoredFiles) break;
    const found = isText(path) ? await lstat(join(root, path)).catch(() => null) : null;
    if (found === null || !(found.isFile() || found.isSymbolicLink()) || bytes + found.size > ignoredBytes) continue;
    bytes += found.size;
    kept.push(path);
  }
  return kept;
}
