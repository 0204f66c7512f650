import { cp, lstat, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { RescueManifest } from '../../protocol/rescueManifest.ts';
import type { Calls } from './calls.ts';
import type { Place } from './place.ts';
import { readText } from './readText.ts';
import { repositoriesIn } from './submoduleSights.ts';

/**
 * Puts the repositories of submodules below git's folder of the new worktree. Where that, or the worktree itself, has
 * another place than before, repository and folder are told where the other one is now.
 */
export async function putBackModules(
  calls: Calls,
  archive: string,
  { path, gitDir, entries }: RescueManifest,
  place: Place,
): Promise<Result<void, Problem>> {
  const [from, to] = [join(archive, 'modules'), join(place.gitDir, 'modules')];
  if (gitDir === null || (await lstat(from).catch(() => null)) === null) return ok(undefined);
  // Whole or not there: what an earlier try put there stands, with all that was done in it since.
  if ((await lstat(to).catch(() => null)) !== null) return ok(undefined);
  const draft = `${to}.mam`;
  await rm(draft, { recursive: true, force: true });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await rename(draft, to);
  if (path === place.cwd && gitDir === place.gitDir) return ok(undefined);
  for (const { path: file, kind } of entries)
    if (kind === 'file' && /(^|\/)\.git$/.test(file)) await pointToModule(file, { path, gitDir }, place);
  for (const module of await allRepositoriesIn(to)) {
    const before = join(gitDir, relative(place.gitDir, module));
    const moved = await pointToFolder(calls, module, before, path, place.cwd);
    if (!moved.ok) return moved;
  }
  return ok(undefined);
}

/** Submodules have submodules, whose repositories lie below theirs. */
async function allRepositoriesIn(folder: string): Promise<readonly string[]> {
  const found = await repositoriesIn(folder);
  const within = await Promise.all(found.map((one) => allRepositoriesIn(join(one, 'modules'))));
  return [...found, ...within.flat()];
}

/** `gitdir: …` of a submodule's folder. */
async function pointToModule(
  file: string,
  old: { readonly path: string; readonly gitDir: string },
  place: Place,
): Promise<void> {
  const at = join(place.cwd, file);
  const named = /^gitdir: (.+)$/.exec((await readText(at)) ?? '')?.[1];
  if (named === undefined) return;
  const target = resolve(dirname(join(old.path, file)), named);
  if (!target.startsWith(old.gitDir + sep)) return;
  const now = join(place.gitDir, relative(old.gitDir, target));
  await writeFile(at, `gitdir: ${isAbsolute(named) ? now : relative(dirname(at), now)}\n`);
}

/** `core.worktree` of a submodule's repository. */
async function pointToFolder(
  calls: Calls,
  module: string,
  before: string,
  oldPath: string,
  path: string,
): Promise<Result<void, Problem>> {
  const file = join(module, 'config');
  const at = { cwd: module, gitDir: module, workTree: null };
  const asked = await calls.run('read the configuration', {
    at,
    args: ['config', '--file', file, '--get', 'core.worktree'],
  });
  if (!asked.ok || asked.value.code !== 0) return asked.ok ? ok(undefined) : asked;
  const named = asked.value.out.replace(/\n$/, '');
  const target = resolve(before, named);
  if (!target.startsWith(oldPath + sep)) return ok(undefined);
  const now = join(path, relative(oldPath, target));
  const wanted = isAbsolute(named) ? now : relative(module, now);
  const set = await calls.must('write the configuration', {
    at,
    args: ['config', '--file', file, 'core.worktree', wanted],
  });
  return set.ok ? ok(undefined) : set;
}
