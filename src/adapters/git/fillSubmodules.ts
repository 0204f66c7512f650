import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import { lookAt } from './creation.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { central, type Repository } from './repository.ts';
import { submoduleFolders } from './submoduleFolders.ts';

const mostMs = 20 * 60_000;

/** Fills the submodules of a worktree. Where that fails nothing of it is left: no repository, no files, no setting. */
export async function fillSubmodules(
  calls: Calls,
  repository: Repository,
  place: Place,
): Promise<Result<undefined, Problem>> {
  const [before, folders] = [await sections(calls, repository), await submoduleFolders(calls, place)];
  if (!before.ok) return before;
  if (!folders.ok) return folders;
  const modules = join(place.gitDir, 'modules');
  const hadModules = (await lookAt(modules)) !== 'missing';
  const filled = await calls.run('fill the submodules', {
    at: place,
    args: ['submodule', '--quiet', 'update', '--init', '--recursive'],
    network: true,
    timeoutMs: mostMs,
  });
  if (filled.ok && filled.value.code === 0) return ok(undefined);
  if (!hadModules) await rm(modules, { recursive: true, force: true });
  for (const { path, holds } of folders.value) {
    if (holds !== 'nothing') continue;
    await rm(join(place.cwd, path), { recursive: true, force: true });
    await mkdir(join(place.cwd, path), { recursive: true });
  }
  const after = await sections(calls, repository);
  for (const section of after.ok ? after.value.filter((one) => !before.value.includes(one)) : [])
    await calls.run('take a setting back', {
      at: central(repository),
      args: ['config', '--local', '--remove-section', section],
    });
  return err(problems.submodulesFailed(place.cwd, filled.ok ? filled.value.said : filled.error.code));
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
