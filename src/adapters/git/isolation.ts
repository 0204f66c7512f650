import { lstat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { because, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { findAdmin } from './admins.ts';
import type { Calls } from './calls.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { canonical, readText } from './readText.ts';

/**
 * The place of a linked worktree, once its own files prove that it is one: no git is started, since a forged `.git`
 * could lead it to a configuration of the agent's. `worktree.notIsolated` otherwise.
 */
export async function linkedPlace(commonDir: string, path: string): Promise<Result<Place, Problem>> {
  const no = (reason: string) => err(problems.notIsolated(path, reason));
  const folder = await lstat(path).catch(() => null);
  if (folder === null) return no('the folder does not exist');
  if (!folder.isDirectory()) return no('it is no folder');
  const gitFile = await lstat(join(path, '.git')).catch(() => null);
  if (gitFile === null) return no('it has no .git file');
  if (!gitFile.isFile()) return no('its .git is not a file');
  const named = /^gitdir: (.+)$/.exec((await readText(join(path, '.git'))) ?? '')?.[1];
  if (named === undefined) return no('its .git file names no git dir');
  const gitDir = await canonical(resolve(path, named));
  if (dirname(gitDir) !== join(commonDir, 'worktrees')) return no('its git dir is not one of this repository');
  const admin = await findAdmin(commonDir, path);
  if (admin === null || admin.folder !== gitDir) return no('this repository does not list it');
  const common = await canonical(resolve(gitDir, (await readText(join(gitDir, 'commondir'))) ?? '.'));
  if (common !== commonDir) return no('it belongs to another repository');
  return ok({ cwd: path, gitDir, workTree: await canonical(path) });
}

/**
 * Whether worktrees can have a configuration of their own. Without it, git takes the folder of the `.git` file for the
 * top, whatever `core.worktree` says (`extensions.worktreeConfig` is only read from this very file).
 */
export const configuresWorktrees = async (commonDir: string): Promise<boolean> =>
  /worktreeconfig/i.test((await readText(join(commonDir, 'config'))) ?? '');

/** The files first, then git's own answer from inside the folder. */
export async function proveIsolation(calls: Calls, commonDir: string, path: string): Promise<Result<void, Problem>> {
  const place = await linkedPlace(commonDir, path);
  if (!place.ok) return place;
  const asked = await calls.must('look at the worktree', {
    at: { discover: path },
    args: ['rev-parse', '--show-toplevel', '--absolute-git-dir'],
  });
  if (!asked.ok) return err(problems.notIsolated(path, because('git does not see a worktree there')));
  const [top = '', gitDir = ''] = asked.value.out.split('\n');
  if ((await canonical(top)) !== place.value.workTree)
    return err(problems.notIsolated(path, `git takes ${top} for its top folder`));
  if ((await canonical(gitDir)) !== place.value.gitDir)
    return err(problems.notIsolated(path, because('git uses another git dir there')));
  return ok(undefined);
}
