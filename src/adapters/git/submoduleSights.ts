import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { SubmoduleSight } from '../../core/worktree/types.ts';
import type { Calls } from './calls.ts';
import { mayHideFiles } from './indexFlags.ts';
import type { Place } from './place.ts';
import { canonical, readText } from './readText.ts';
import { submoduleFolders } from './submoduleFolders.ts';

/**
 * The submodules of a linked worktree that hold anything, with what would be lost with them, be it in their folder or in
 * their repository alone. One whose repository is not below the worktree's own git dir can't be looked at, and counts as
 * changed.
 */
export async function submoduleSights(calls: Calls, place: Place): Promise<Result<readonly SubmoduleSight[], Problem>> {
  const folders = await submoduleFolders(calls, place);
  if (!folders.ok) return folders;
  const there = folders.value.filter(({ holds }) => holds !== 'nothing');
  const seen = await Promise.all(there.map(({ path }) => lookAt(calls, place, path)));
  const known = new Set(seen.map(({ gitDir }) => gitDir));
  const alone = await lookBelow(calls, place.gitDir, known);
  return ok([...seen.map(({ sight }) => sight), ...alone]);
}

/** The repositories of submodules below a git dir to which no folder leads any more. */
export async function lookBelow(
  calls: Calls,
  gitDir: string,
  known: ReadonlySet<string | null> = new Set(),
): Promise<readonly SubmoduleSight[]> {
  const modules = join(gitDir, 'modules');
  const found = (await repositoriesIn(modules)).filter((one) => !known.has(one));
  return Promise.all(found.map((one) => lookAlone(calls, one, relative(modules, one).replaceAll(sep, '/'))));
}

/** A submodule may be called like a path, so that its repository lies deeper. */
export async function repositoriesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some(({ name }) => name === 'HEAD' || name === 'objects')) return [folder];
  const folders = entries.filter((entry) => entry.isDirectory());
  return (await Promise.all(folders.map(({ name }) => repositoriesIn(join(folder, name))))).flat();
}

interface Seen {
  readonly sight: SubmoduleSight;
  /** Null when it can't be told. */
  readonly gitDir: string | null;
}

async function lookAt(calls: Calls, place: Place, path: string): Promise<Seen> {
  const unknown: SubmoduleSight = { path, changed: true, unpushed: 0 };
  const cwd = join(place.cwd, path);
  const isFile = (await lstat(join(cwd, '.git')).catch(() => null))?.isFile() === true;
  const named = isFile ? /^gitdir: (.+)$/.exec((await readText(join(cwd, '.git'))) ?? '')?.[1] : undefined;
  if (named === undefined) return { sight: unknown, gitDir: null };
  const gitDir = await canonical(resolve(cwd, named));
  if (!gitDir.startsWith(join(place.gitDir, 'modules') + sep)) return { sight: unknown, gitDir: null };
  // Its own idea of where its files are holds for neither of them while it is being removed.
  const at = { cwd, gitDir, workTree: cwd };
  const [status, commits] = await Promise.all([
    calls.run('read the status', {
      at,
      args: ['status', '--porcelain=v2', '-z', '--untracked-files=normal', '--ignored=traditional', '--no-renames'],
    }),
    ownCommits(calls, at),
  ]);
  const [index, within] = [await readFile(join(gitDir, 'index')).catch(() => null), await submoduleSights(calls, at)];
  if (!status.ok || status.value.code !== 0 || commits === null || !within.ok) return { sight: unknown, gitDir };
  // Git passes over files that the index tells it not to look at.
  const hidden = index !== null && mayHideFiles(index);
  const changed = status.value.out !== '' || hidden;
  return { sight: withNested({ path, changed, unpushed: commits }, within.value), gitDir };
}

async function lookAlone(calls: Calls, gitDir: string, path: string): Promise<SubmoduleSight> {
  // The folder that its configuration names may be gone, and git would not start.
  const at = { cwd: gitDir, gitDir, workTree: gitDir };
  const [staged, commits, within] = await Promise.all([
    calls.run('look for what is staged', { at, args: ['diff-index', '--cached', '--quiet', 'HEAD', '--'] }),
    ownCommits(calls, at),
    lookBelow(calls, gitDir),
  ]);
  if (!staged.ok || staged.value.code > 1 || commits === null) return { path, changed: true, unpushed: 0 };
  // Without an index, as right after its files were let go of, nothing can be staged.
  const changed = staged.value.code === 1 && (await lstat(join(gitDir, 'index')).catch(() => null)) !== null;
  return withNested({ path, changed, unpushed: commits }, within);
}

/** Commits that no remote of it has; null when that can't be told. */
async function ownCommits(calls: Calls, at: Place): Promise<number | null> {
  const asked = await calls.run('look for commits of its own', {
    at,
    // All its refs: a stash is on no branch, and a tag or a note can be the only way to a commit as well.
    args: ['rev-list', '--count', 'HEAD', '--all', '--not', '--remotes'],
  });
  return asked.ok && asked.value.code === 0 ? Number(asked.value.out.trim()) : null;
}

const withNested = (own: SubmoduleSight, within: readonly SubmoduleSight[]): SubmoduleSight => ({
  path: own.path,
  changed: own.changed || within.some(({ changed }) => changed),
  unpushed: within.reduce((sum, { unpushed }) => sum + unpushed, own.unpushed),
});
