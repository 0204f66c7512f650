import { readFile, readlink, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { splitNames } from './fileNames.ts';
import { mayHideFiles } from './indexFlags.ts';
import type { Place } from './place.ts';
import { openPrivateIndex } from './privateIndex.ts';
import { below, factsOf, walk, type Entry } from './walk.ts';

/** What a checkout holds that its commit does not, by paths relative to it. */
export interface OwnFiles {
  /** Tracked files that differ from the index or the commit, and are there. */
  readonly changed: readonly string[];
  /** Tracked files that are not there. */
  readonly deleted: readonly string[];
  /** Submodules that are at another commit than the index or the commit says. */
  readonly moved: readonly string[];
  /** A repository of its own ends with `/`. */
  readonly untracked: readonly string[];
  /** A folder that is ignored as a whole ends with `/`. */
  readonly ignored: readonly string[];
}

/** Asks git, with nothing hidden by the index; without one, the commit stands for it. `folder` takes files of our own. */
export async function listOwnFiles(calls: Calls, place: Place, folder: string): Promise<Result<OwnFiles, Problem>> {
  const index = await readFile(join(place.gitDir, 'index')).catch(() => null);
  if (index !== null && !mayHideFiles(index)) return ask(calls, place, {});
  return listEdits(calls, place, folder);
}

/** The same of a checkout that may not have an index yet: its commit then stands for it. */
export async function listEdits(calls: Calls, place: Place, folder: string): Promise<Result<OwnFiles, Problem>> {
  const opened = await openPrivateIndex(calls, place, folder);
  if (!opened.ok) return opened;
  try {
    return await ask(calls, place, { GIT_INDEX_FILE: opened.value.path });
  } finally {
    await opened.value.dispose();
  }
}

async function ask(calls: Calls, at: Place, env: Readonly<Record<string, string>>): Promise<Result<OwnFiles, Problem>> {
  const asked = await calls.must('read the status', {
    at,
    env,
    // An index may say which folders hold nothing new, and be wrong.
    config: ['core.untrackedCache=false'],
    args: [
      ...['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=all', '--ignored=matching'],
      '--ignore-submodules=dirty',
    ],
    maxBytes: 256 * 1024 * 1024,
  });
  if (!asked.ok) return asked;
  const own: Record<'changed' | 'deleted' | 'moved' | 'untracked' | 'ignored', string[]> = {
    changed: [],
    deleted: [],
    moved: [],
    untracked: [],
    ignored: [],
  };
  for (const part of splitNames(asked.value)) {
    const tracked = /^(?:1 \S+ N\S+ \S+ \S+ (\S+) \S+ \S+ |u \S+ N\S+ \S+ \S+ \S+ (\S+) \S+ \S+ \S+ )(.*)$/s.exec(part);
    if (tracked)
      (tracked[1] === '000000' || tracked[2] === '000000' ? own.deleted : own.changed).push(tracked[3] ?? '');
    else if (/^[1u] \S+ S/.test(part)) own.moved.push(part.replace(/^(?:1(?: \S+){7}|u(?: \S+){9}) /, ''));
    else if (part.startsWith('? ')) own.untracked.push(part.slice(2));
    else if (part.startsWith('! ')) own.ignored.push(part.slice(2));
  }
  return ok(own);
}

/** Files of more bytes count as different: nobody waits for them to be compared. */
const mostCompared = 1024 * 1024;
const mostEntries = 2000;

/** The ignored paths that hold anything that the main checkout doesn't have at the same place, or that no link leads to. */
export async function notShared(
  root: string,
  main: string | null,
  ignored: readonly string[],
): Promise<readonly string[]> {
  if (main === null) return ignored;
  const kept = await Promise.all(
    ignored.map(async (path) => {
      const { entries, specials } = await walk(root, [path]);
      if (specials.length > 0 || entries.length > mostEntries) return true;
      for (const entry of entries) if (!(await isShared(root, main, entry))) return true;
      return false;
    }),
  );
  return ignored.filter((_, index) => kept[index]);
}

async function isShared(root: string, main: string, { path, kind, bytes }: Entry): Promise<boolean> {
  const [own, other] = [below(root, path), below(main, path)];
  const facts = await factsOf(main, path).catch(() => null);
  if (kind === 'folder') return facts?.isDirectory() === true;
  if (kind === 'link') {
    const target = resolve(join(root, path), '..', await readlink(own));
    return (
      target === join(main, path) || (await realpath(own).catch(() => '')) === (await realpath(other).catch(() => '-'))
    );
  }
  if (bytes > mostCompared || facts?.isFile() !== true || facts.size !== bytes) return false;
  return (await readFile(own)).equals(await readFile(other));
}
