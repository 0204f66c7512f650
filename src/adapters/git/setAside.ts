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

/** Whether the folder at this path is the one of this entry, whatever the entry says of its place. */
export async function isFolderOf(admin: Admin, path: string): Promise<boolean> {
  const named = /^gitdir: (.+)$/.exec((await readText(join(path, '.git'))) ?? '')?.[1];
  return named !== undefined && (await canonical(resolve(path, named))) === admin.folder;
}

/**
 * Moves a worktree and what git knows of its place: the latter first, so that a crash between the two leaves a folder
 * that nobody takes for a lost one. Nothing has changed on a failure.
 */
export async function moveWorktree(admin: Admin, from: string, to: string): Promise<Result<void, Problem>> {
  await pointTo(admin, to);
  try {
    await rename(from, to);
    return ok(undefined);
  } catch (error) {
    await pointTo(admin, from);
    if (error instanceof Error && 'code' in error) return err(problems.notMoved(from, to, error.message));
    throw error;
  }
}

async function pointTo(admin: Admin, path: string): Promise<void> {
  const draft = join(admin.folder, 'gitdir.mam');
  await writeFile(draft, `${join(path, '.git')}\n`);
  await rename(draft, join(admin.folder, 'gitdir'));
}
