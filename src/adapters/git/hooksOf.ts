import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { changesBetween } from './capture.ts';
import type { Place } from './place.ts';
import { central, type Repository } from './repository.ts';

/**
 * The folder of the repository's hooks as its configuration has it. A relative one is looked up in the worktree `at`,
 * which holds the proposed `tree`: `apply.hooksChanged` when a hook there would not be the one of its commit.
 */
export async function hooksOf(
  calls: Calls,
  repository: Repository,
  at: Place,
  tree: string,
): Promise<Result<string, Problem>> {
  const set = await calls.must('read the configuration', {
    at: central(repository),
    args: ['config', '--show-scope', '--type=path', '--get-all', 'core.hooksPath'],
  });
  if (!set.ok) return set;
  // What MAM sets for its own calls has the scope of the command line.
  const wanted = set.value.out
    .split('\n')
    .filter((line) => /^\w+\t/.test(line) && !line.startsWith('command\t'))
    .at(-1);
  const hooks = wanted?.replace(/^\w+\t/, '') ?? join(repository.commonDir, 'hooks');
  if (isAbsolute(hooks)) return ok(hooks);
  const changes = await changesBetween(calls, at, 'HEAD', tree);
  if (!changes.ok) return changes;
  const places = await placesOf(at.workTree ?? at.cwd, hooks);
  const changed = changes.value.map(({ path }) => path).filter((path) => places.some((place) => touches(path, place)));
  return changed.length === 0 ? ok(hooks) : err(hooksChanged(changed, hooks));
}

/** What is run from a folder of hooks, relative to the top: the folder, and where links in it lead. */
async function placesOf(top: string, hooks: string): Promise<readonly string[]> {
  const folder = join(top, hooks);
  const names = await readdir(folder).catch(() => []);
  const found = [folder, ...names.map((name) => join(folder, name))];
  const real = await Promise.all(found.map((path) => realpath(path).catch(() => path)));
  // Husky sets `.husky/_`, from where the hooks in `.husky` are called.
  const above = basename(folder) === '_' ? [dirname(folder)] : [];
  return [...new Set([folder, ...real, ...above])].map((path) => relative(top, path).split(sep).join('/'));
}

/** Whether a changed path is a place, lies below it, or is a part of the way to it; in any case, as some disks have it. */
function touches(changed: string, place: string): boolean {
  const [path, folder] = [changed.toLowerCase(), place.toLowerCase()];
  return folder === '' || path === folder || path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`);
}

const hooksChanged = (files: readonly string[], folder: string): Problem =>
  problem(
    'apply.hooksChanged',
    'The patch changes {files}, from where core.hooksPath ({folder}) takes the hooks, so none of them is asked. Look at the patch, then turn mam.apply.runHooks off for it.',
    { files: files.slice(0, 5).join(', '), folder },
  );
