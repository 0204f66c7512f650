import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Files } from '../../app/ports/files.ts';
import { fileVersion } from '../../base/fileVersion.ts';
import { KeyedQueue } from '../../base/keyedQueue.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';
import { atomicWrite, syncFolder } from './atomicWrite.ts';
import { changedAt } from './changedAt.ts';
import { existsProblem, fileProblem, hasCode, notFileProblem, notTextProblem } from './errors.ts';
import { lockedByOther } from './lockedByOther.ts';
import { createLineAppender } from './lineAppender.ts';
import { readLastLine } from './lineTail.ts';
import { renamePatiently } from './renamePatiently.ts';
import { resolveTarget } from './safePath.ts';
import { sealedFolders } from './sealedFolders.ts';
import { swapFile } from './swapFile.ts';
import { createPathWatch, type WatchPath } from './watchPath.ts';
import { watchTree } from './watchTree.ts';

export interface NodeFilesDeps {
  /** Folders that no link may lead a write out of: the control root and the git common dir. */
  readonly roots: readonly string[];
  /** What the host watches with; one of its own unless said. */
  readonly watchPath?: WatchPath;
}

/** Mode of a file that only the user can read. */
const userOnly = 0o600;

/** The files of this machine. Missing folders are made when something is written into them. */
export function createNodeFiles({ roots, watchPath = createPathWatch() }: NodeFilesDeps): Files {
  const queue = new KeyedQueue();
  const appender = createLineAppender();

  /** Does something to the real target of a path, one after another for each path. */
  const change = <T>(
    path: string,
    task: (target: string) => Promise<Result<T, Problem>>,
  ): Promise<Result<T, Problem>> =>
    queue.run(path, () =>
      named(path, async () => {
        const target = await resolveTarget(roots, path);
        if (!target.ok) return target;
        await mkdir(dirname(target.value), { recursive: true });
        return task(target.value);
      }),
    );

  return {
    ...sealedFolders(roots, named),
    read: (path) => named(path, async () => (await nullIfMissing(readText(path))) ?? ok(null)),
    write: (path, text, readers) =>
      change(path, async (target) => ok(await atomicWrite(target, text, readers === 'user' ? userOnly : null))),
    replace: (path, before, text) => change(path, (target) => swapFile(target, before, text)),
    appendLines: (path, lines) => change(path, async (target) => ok(await appender.append(target, lines))),
    lastLine: (path) => named(path, async () => ok(await nullIfMissing(readLastLine(path)))),
    async kind(path) {
      // A text that no file can be called, or a place that can't be looked into, holds nothing that could be used.
      const facts = await stat(path).catch(() => null);
      if (facts?.isDirectory()) return 'folder';
      return facts === null ? null : 'file';
    },
    changedAt,
    async list(folder) {
      return (await nullIfMissing(readdir(folder)))?.toSorted() ?? [];
    },
    async version(path) {
      const facts = await stat(path, { bigint: true }).catch(() => null);
      return facts?.isFile() === true ? fileVersion(facts, Date.now()) : null;
    },
    async real(path) {
      const found = await realpath(path).catch(() => null);
      return found === null ? null : found.split(sep).join('/');
    },
    async move(from, to) {
      const target = await named(to, () => resolveTarget(roots, to));
      if (!target.ok) return target;
      return named(from, async () => {
        await mkdir(dirname(target.value), { recursive: true });
        // A rename would quietly replace what is there.
        if ((await nullIfMissing(lstat(target.value))) !== null) return err(existsProblem(to));
        await renamePatiently(from, target.value);
        await syncFolder(dirname(target.value));
        return ok(undefined);
      });
    },
    remove: (path) =>
      queue.run(path, () =>
        named(path, async () => {
          // A link at the end is taken away itself: what it leads to is not what was meant.
          const folder = await resolveTarget(roots, dirname(path));
          if (!folder.ok) return folder;
          await nullIfMissing(unlink(join(folder.value, basename(path))));
          return ok(undefined);
        }),
      ),
    isLocked: lockedByOther,
    watchTree,
    watch: watchPath,
  };
}

async function named<T>(path: string, task: () => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> {
  try {
    return await task();
  } catch (error) {
    const found = fileProblem(error, path);
    if (found === null) throw error;
    return err(found);
  }
}

async function readText(path: string): Promise<Result<string | null, Problem>> {
  // Looked at before it is opened: a device may do something when it is, and a socket can't be.
  if (!(await stat(path)).isFile()) return err(notFileProblem(path));
  // A pipe put at this path meanwhile must not keep us waiting for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const bytes = await file.readFile();
    // UTF-16 has a NUL in every line feed, and no text of ours has any.
    return bytes.includes(0) ? err(notTextProblem(path)) : ok(bytes.toString('utf8'));
  } finally {
    await file.close();
  }
}

async function nullIfMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
