import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { SubmoduleSight } from '../../core/worktree/types.ts';
import type { Calls } from './calls.ts';
import { mayHideFiles, mayHoldSubmodules } from './indexFlags.ts';
import type { Place } from './place.ts';
import { canonical, readText } from './readText.ts';
import { submoduleFolders } from './submoduleFolders.ts';

/**
 * The submodules of a linked worktree that hold anything, with what would be lost with them. One whose repository is not
 * below the worktree's own git dir can't be looked at, and counts as changed.
 */
export async function submoduleSights(calls: Calls, place: Place): Promise<Result<readonly SubmoduleSight[], Problem>> {
  const index = await readFile(join(place.gitDir, 'index')).catch(() => null);
  if (index !== null && !mayHoldSubmodules(index)) return ok([]);
  const folders = await submoduleFolders(calls, place);
  if (!folders.ok) return folders;
  const there = folders.value.filter(({ holds }) => holds !== 'nothing');
  return ok(await Promise.all(there.map(({ path }) => lookAt(calls, place, path))));
}

async function lookAt(calls: Calls, place: Place, path: string): Promise<SubmoduleSight> {
  const unknown: SubmoduleSight = { path, changed: true, unpushed: 0 };
  const cwd = join(place.cwd, path);
  const named = /^gitdir: (.+)$/.exec((await readText(join(cwd, '.git'))) ?? '')?.[1];
  if (named === undefined) return unknown;
  const gitDir = await canonical(resolve(cwd, named));
  if (!gitDir.startsWith(join(place.gitDir, 'modules') + sep)) return unknown;
  // Its own idea of where its files are holds for neither of them while it is being removed.
  const at = { cwd, gitDir, workTree: cwd };
  const [status, commits] = await Promise.all([
    calls.run('read the status', {
      at,
      args: ['status', '--porcelain=v2', '-z', '--untracked-files=normal', '--ignored=traditional', '--no-renames'],
    }),
    calls.run('look for commits of its own', {
      at,
      // All its refs: a stash is on no branch, and a tag or a note can be the only way to a commit as well.
      args: ['rev-list', '--count', 'HEAD', '--all', '--not', '--remotes'],
    }),
  ]);
  const [index, within] = [await readFile(join(gitDir, 'index')).catch(() => null), await submoduleSights(calls, at)];
  if (!status.ok || status.value.code !== 0 || !commits.ok || commits.value.code !== 0 || !within.ok) return unknown;
  // Git passes over files that the index tells it not to look at.
  const hidden = index !== null && mayHideFiles(index);
  return {
    path,
    changed: status.value.out !== '' || hidden || within.value.some(({ changed }) => changed),
    unpushed: within.value.reduce((sum, { unpushed }) => sum + unpushed, Number(commits.value.out.trim())),
  };
}
