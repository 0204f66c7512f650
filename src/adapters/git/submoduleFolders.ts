import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import { mayHoldSubmodules } from './indexFlags.ts';
import { repositoryMode } from './numstat.ts';
import type { Place } from './place.ts';

interface SubmoduleFolder {
  readonly path: string;
  /** A repository, or files without one: git passes over them without a word. */
  readonly holds: 'repository' | 'files' | 'nothing';
}

/** What is in the folders of a checkout where an index says that submodules belong; the checkout's own index unless said. */
export async function submoduleFolders(
  calls: Calls,
  place: Place,
  index?: string,
): Promise<Result<readonly SubmoduleFolder[], Problem>> {
  const paths = await submodulePaths(calls, place, index);
  if (!paths.ok) return paths;
  return ok(
    await Promise.all(paths.value.map(async (path) => ({ path, holds: await lookInto(join(place.cwd, path)) }))),
  );
}

/** Where an index says that submodules belong. */
export async function submodulePaths(
  calls: Calls,
  place: Place,
  index?: string,
): Promise<Result<readonly string[], Problem>> {
  const bytes = await readFile(index ?? join(place.gitDir, 'index')).catch(() => null);
  if (bytes !== null && !mayHoldSubmodules(bytes)) return ok([]);
  const listed = await calls.must('read the index', {
    at: place,
    ...(index === undefined ? {} : { env: { GIT_INDEX_FILE: index } }),
    args: ['ls-files', '-s', '-z'],
    maxBytes: 256 * 1024 * 1024,
  });
  if (!listed.ok) return listed;
  const entries = splitNul(listed.value.out).filter((entry) => entry.startsWith(`${repositoryMode} `));
  return ok(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)));
}

async function lookInto(folder: string): Promise<SubmoduleFolder['holds']> {
  const isRepository = await lstat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
  if (isRepository) return 'repository';
  // One that is gone, or is a file now, is a change that git tells of.
  const names = await readdir(folder).catch(() => []);
  return names.length > 0 ? 'files' : 'nothing';
}
