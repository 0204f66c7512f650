import { lstat, readdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { listAdmins } from './admins.ts';
import * as problems from './problems.ts';

/**
 * Control root of a repository without a main checkout: the folder that holds the common dir and its worktrees. It has
 * to be of this repository alone, so a bare repository without a worktree there, or beside another repository, has none
 * (`repo.bare`, `repo.bareShared`).
 */
export async function bareRoot(commonDir: string): Promise<Result<string, Problem>> {
  const root = dirname(commonDir);
  const inside = root.endsWith(sep) ? root : `${root}${sep}`;
  const worktrees = await listAdmins(commonDir);
  if (!worktrees.some(({ path }) => path.startsWith(inside) && !path.startsWith(`${commonDir}${sep}`)))
    return err(problems.bareAlone(commonDir, root));
  const other = await otherRepository(root, commonDir);
  return other === null ? ok(root) : err(problems.bareShared(root, commonDir, other));
}

/** Another git dir in the same folder, or null. */
async function otherRepository(root: string, commonDir: string): Promise<string | null> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const path = join(root, entry.name);
    if (entry.isDirectory() && path !== commonDir && (await isGitDir(path))) return path;
  }
  return null;
}

const isGitDir = async (path: string): Promise<boolean> =>
  (await Promise.all(['HEAD', 'objects', 'refs'].map((name) => exists(join(path, name))))).every(Boolean);

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
