import { randomUUID } from 'node:crypto';
import { copyFile, lstat, mkdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import { splitNames } from './fileNames.ts';
import { mayHideFiles } from './indexFlags.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { isMissing, readText } from './readText.ts';
import { submodulePaths } from './submoduleFolders.ts';

/** An index of our own over somebody's working files: theirs, their HEAD and their locks are never touched. */
export interface PrivateIndex {
  readonly path: string;
  /**
   * Takes in everything but ignored files, or only what changed of the `tracked` ones. Names folders that are repositories
   * without a commit, which git can't take.
   */
  addAll(which?: 'tracked'): Promise<Result<{ readonly refused: readonly string[] }, Problem>>;
  /** The same, but leaves these paths as they are in the index; names those of them that git would have taken in. */
  addAllBut(paths: readonly string[]): Promise<Result<{ readonly left: readonly string[] }, Problem>>;
  /** Takes in these paths, ignored or not. */
  add(paths: readonly string[]): Promise<Result<void, Problem>>;
  /** Untracked files that are ignored. */
  ignored(): Promise<Result<readonly string[], Problem>>;
  /** Leaves submodules as they are in the index: git would look into them, where their configuration no longer leads. */
  leaveSubmodules(): Promise<Result<void, Problem>>;
  /** Writes what it holds as a tree. */
  tree(): Promise<Result<string, Problem>>;
  dispose(): Promise<void>;
}

const throwAway = ['core.compression=0', 'core.looseCompression=0', 'core.fsync=none'];

/**
 * Starts from a copy of the checkout's own index, so that only files that changed since are read. `folder` takes its
 * files. Objects are written to the repository, or to the folder `objects`, which borrows the repository's.
 */
export async function openPrivateIndex(
  calls: Calls,
  place: Place,
  folder: string,
  objects?: string,
): Promise<Result<PrivateIndex, Problem>> {
  const own = join(folder, randomUUID());
  await mkdir(own, { recursive: true, mode: 0o700 });
  const path = join(own, 'index');
  const env = { GIT_INDEX_FILE: path, ...(objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: objects }) };
  const sparse = (await readText(join(place.gitDir, 'info/sparse-checkout'))) !== null;
  const at = place;
  // What only we read for a while is written as fast as can be.
  const config = objects === undefined ? [] : throwAway;

  const write = async () => {
    const written = await calls.must('write a tree', {
      at,
      env,
      config,
      args: ['write-tree', ...(objects === undefined ? [] : ['--missing-ok'])],
    });
    return written.ok ? ok(written.value.out.trim()) : written;
  };
  const index: PrivateIndex = {
    path,
    async addAll(which) {
      const added = await calls.run('read the working files', {
        at,
        env,
        config,
        args: ['add', which === 'tracked' ? '-u' : '-A', '--ignore-errors', ...(sparse ? ['--sparse'] : [])],
      });
      if (!added.ok) return added;
      if (added.value.code === 0) return ok({ refused: [] });
      const left = await calls.must('list new files', {
        at,
        env,
        args: ['ls-files', '--others', '--exclude-standard', '-z'],
      });
      if (!left.ok) return left;
      const paths = splitNul(left.value.out);
      const refused = paths.filter((one) => one.endsWith('/'));
      // Anything else that git could not read would be missing without a word.
      if (refused.length === 0 || refused.length !== paths.length)
        return err(problems.gitFailed('read the working files', added.value.said));
      return ok({ refused: refused.map((one) => one.slice(0, -1)) });
    },
    async addAllBut(paths) {
      const listed = await calls.must('list changed files', {
        at,
        env,
        args: ['ls-files', '--others', '--modified', '--deleted', '--exclude-standard', '-z'],
        maxBytes: 256 * 1024 * 1024,
      });
      if (!listed.ok) return listed;
      const except = new Set(paths);
      const changed = [...new Set(splitNul(listed.value.out))];
      const taken = changed.filter((one) => !except.has(one) && !one.endsWith('/'));
      const left = changed.filter((one) => except.has(one)).toSorted();
      // Without any path git would take in all.
      if (taken.length === 0) return ok({ left });
      const added = await calls.must('read the working files', {
        at,
        env,
        config,
        args: ['add', '-A', ...(sparse ? ['--sparse'] : []), '--pathspec-from-file=-', '--pathspec-file-nul'],
        input: taken.map((one) => `${one}\0`).join(''),
      });
      return added.ok ? ok({ left }) : added;
    },
    async add(paths) {
      const added = await calls.must('read ignored files', {
        at,
        env,
        args: ['update-index', '--add', '-z', '--stdin'],
        input: paths.map((one) => `${one}\0`).join(''),
      });
      return added.ok ? ok(undefined) : added;
    },
    async ignored() {
      const listed = await calls.must('list ignored files', {
        at,
        env,
        args: ['ls-files', '--others', '--ignored', '--exclude-standard', '-z'],
        maxBytes: 256 * 1024 * 1024,
      });
      return listed.ok ? ok(splitNames(listed.value)) : listed;
    },
    async leaveSubmodules() {
      const listed = await submodulePaths(calls, at, path);
      if (!listed.ok || listed.value.length === 0) return listed.ok ? ok(undefined) : listed;
      const left = await calls.must('read the index', {
        at,
        env,
        args: ['update-index', '--skip-worktree', '-z', '--stdin'],
        input: listed.value.map((one) => `${one}\0`).join(''),
      });
      return left.ok ? ok(undefined) : left;
    },
    tree: () => (objects === undefined ? calls.treeOfIndex(at.gitDir, path, write) : write()),
    dispose: () => rm(own, { recursive: true, force: true }),
  };

  const ready = !(await copyIndex(join(place.gitDir, 'index'), path))
    ? await readHead(calls, place, env)
    : mayHideFiles(await readFile(path))
      ? await showHidden(calls, place, env)
      : ok(undefined);
  if (ready.ok) return ok(index);
  await index.dispose();
  return ready;
}

/** False when there is none to copy. */
async function copyIndex(from: string, to: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    // Git reads a file again when it changed no earlier than its index was written. A copy must not look younger.
    const seconds = Math.floor(mtimeMs / 1000);
    await utimes(to, seconds, seconds);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function readHead(
  calls: Calls,
  place: Place,
  env: Readonly<Record<string, string>>,
): Promise<Result<void, Problem>> {
  const head = await calls.run('read HEAD', { at: place, args: ['rev-parse', '-q', '--verify', 'HEAD^{tree}'] });
  if (!head.ok) return head;
  if (head.value.code !== 0) return ok(undefined);
  const done = await calls.must('read HEAD', { at: place, env, args: ['read-tree', head.value.out.trim()] });
  return done.ok ? ok(undefined) : done;
}

/** An agent may have told its index not to look at some files (assume-unchanged, skip-worktree): here they count. */
async function showHidden(
  calls: Calls,
  place: Place,
  env: Readonly<Record<string, string>>,
): Promise<Result<void, Problem>> {
  const listed = await calls.must('read the index', {
    at: place,
    env,
    args: ['ls-files', '-v', '-z'],
    maxBytes: 256 * 1024 * 1024,
  });
  if (!listed.ok) return listed;
  const entries = splitNul(listed.value.out).map((entry) => ({ tag: entry[0] ?? '', path: entry.slice(2) }));
  const assumed = entries.filter(({ tag }) => tag !== tag.toUpperCase()).map(({ path }) => path);
  const skipped = entries.filter(({ tag }) => tag.toUpperCase() === 'S').map(({ path }) => path);
  // Files outside of a sparse checkout are skipped because they aren't there.
  const there = await Promise.all(
    skipped.map((path) =>
      lstat(join(place.cwd, path)).then(
        () => true,
        () => false,
      ),
    ),
  );
  const changes: [string, readonly string[]][] = [
    ['--no-assume-unchanged', assumed],
    ['--no-skip-worktree', skipped.filter((_, index) => there[index])],
  ];
  for (const [option, paths] of changes) {
    if (paths.length === 0) continue;
    const done = await calls.must('read the index', {
      at: place,
      env,
      args: ['update-index', option, '-z', '--stdin'],
      input: paths.map((path) => `${path}\0`).join(''),
    });
    if (!done.ok) return done;
  }
  return ok(undefined);
}
