import { lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import { lookAt } from './creation.ts';
import { listEdits } from './ownFiles.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { canonical, readText } from './readText.ts';
import { central, type Repository } from './repository.ts';
import { submodulePaths } from './submoduleFolders.ts';
import { repositoriesIn } from './submoduleSights.ts';

const mostMs = 20 * 60_000;

/**
 * Fills the submodules of a worktree. Where that fails nothing of it is left: no repository, no files, no setting. What
 * somebody has where a submodule belongs, or wrote there meanwhile, stays.
 */
export async function fillSubmodules(
  calls: Calls,
  repository: Repository,
  place: Place,
  folder: string,
): Promise<Result<undefined, Problem>> {
  const [before, paths] = [await sections(calls, repository), await submodulePaths(calls, place)];
  if (!before.ok) return before;
  if (!paths.ok) return paths;
  const modules = join(place.gitDir, 'modules');
  const had = new Set(await repositoriesIn(modules));
  const bare = await Promise.all(paths.value.map(async (path) => !(await isFile(join(place.cwd, path)))));
  const open = paths.value.filter((_, index) => bare[index]);
  const hollow = await Promise.all(open.map(async (path) => /missing|empty/.test(await lookAt(join(place.cwd, path)))));
  const filled = await calls.run('fill the submodules', {
    at: place,
    args: ['submodule', '--quiet', 'update', '--init', '--recursive'],
    network: true,
    timeoutMs: mostMs,
  });
  if (filled.ok && filled.value.code === 0) return ok(undefined);
  const held = new Set<string>();
  for (const path of open.filter((_, index) => hollow[index])) {
    const cwd = join(place.cwd, path);
    const gitDir = await moduleOf(cwd, modules);
    const edits = gitDir === null ? null : await listEdits(calls, { cwd, gitDir, workTree: cwd }, folder);
    const untouched = edits?.ok === true && [edits.value.changed, edits.value.untracked, edits.value.ignored].flat();
    if (gitDir !== null && !had.has(gitDir) && untouched && untouched.length === 0) {
      await rm(cwd, { recursive: true, force: true });
      await mkdir(cwd, { recursive: true });
    } else if (gitDir !== null) held.add(gitDir);
  }
  for (const made of await repositoriesIn(modules))
    if (!had.has(made) && !held.has(made)) await rm(made, { recursive: true, force: true });
  if (had.size + held.size === 0) await removeEmptyFolders(modules);
  const after = held.size > 0 ? before : await sections(calls, repository);
  for (const section of after.ok ? after.value.filter((one) => !before.value.includes(one)) : [])
    await calls.run('take a setting back', {
      at: central(repository),
      args: ['config', '--local', '--remove-section', section],
    });
  return err(problems.submodulesFailed(place.cwd, filled.ok ? filled.value.said : filled.error.code));
}

const isFile = async (path: string): Promise<boolean> => {
  const facts = await lstat(path).catch(() => null);
  return facts !== null && !facts.isDirectory();
};

/** The repository below a worktree's own to which a submodule's folder leads; null when it leads to none. */
async function moduleOf(cwd: string, modules: string): Promise<string | null> {
  if (!(await isFile(join(cwd, '.git')))) return null;
  const named = /^gitdir: (.+)$/.exec((await readText(join(cwd, '.git'))) ?? '')?.[1];
  const gitDir = named === undefined ? '' : await canonical(resolve(cwd, named));
  return gitDir.startsWith(modules + sep) ? gitDir : null;
}

/** A call that failed may leave the folders that it was about to fill. */
async function removeEmptyFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined);
}

/** Sections of the shared configuration that are about submodules, each once. */
async function sections(calls: Calls, repository: Repository): Promise<Result<readonly string[], Problem>> {
  const listed = await calls.run('read the configuration', {
    at: central(repository),
    args: ['config', '--local', '--name-only', '-z', '--get-regexp', String.raw`^submodule\.`],
  });
  if (!listed.ok) return listed;
  return ok([...new Set(splitNul(listed.value.out).map((key) => key.slice(0, key.lastIndexOf('.'))))]);
}
