import { rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Admin } from './admins.ts';
import * as problems from './problems.ts';
import { canonical, readText } from './readText.ts';

/**
 * Where a worktree lies while it is being removed: beside its place, so on the same file system, at the same depth (for
 * links that lead out of it), and under a name that the next try finds after a crash.
 */
export const asideOf = (path: string): string => join(dirname(path), `.${basename(path)}.mam-removing`);

/** The worktree that lies at such a place, or null. */
export function asideFrom(path: string): string | null {
  const name = /^\.(.+)\.mam-removing$/s.exec(basename(path))?.[1];
  return name === undefined ? null : join(dirname(path), name);
}

/** Whether the folder at this path is the one of this entry, whatever the entry says of its place. */
export async function isFolderOf(admin: Admin, path: string): Promise<boolean> {
  const named = /^gitdir: (.+)$/.exec((await readText(join(path, '.git'))) ?? '')?.[1];
  return named !== undefined && (await canonical(resolve(path, named))) === admin.folder;
}

/**
 * Moves a worktree and what git knows of its place: the latter first, so that a crash between the two leaves a folder
 * that nobody takes for a lost one. Nothing has changed on a failure. What leads back is written first of all: on a full
 * disk there would be no room for it any more.
 */
export async function moveWorktree(admin: Admin, from: string, to: string): Promise<Result<void, Problem>> {
  try {
    if ((await readText(wayBack(admin))) !== join(to, '.git'))
      await writeFile(wayBack(admin), `${join(from, '.git')}\n`);
    await pointTo(admin, to);
  } catch (error) {
    return err(notMoved(from, to, error));
  }
  try {
    await rename(from, to);
    return ok(undefined);
  } catch (error) {
    await pointTo(admin, from);
    return err(notMoved(from, to, error));
  }
}

const wayBack = (admin: Admin): string => join(admin.folder, 'gitdir.mam-back');

async function pointTo(admin: Admin, path: string): Promise<void> {
  const named = join(path, '.git');
  const draft = join(admin.folder, 'gitdir.mam');
  const ready = (await readText(wayBack(admin))) === named;
  if (!ready) await writeFile(draft, `${named}\n`);
  await rename(ready ? wayBack(admin) : draft, join(admin.folder, 'gitdir'));
}

function notMoved(from: string, to: string, error: unknown): Problem {
  if (error instanceof Error && 'code' in error) return problems.notMoved(from, to, error.message);
  throw error;
}
