import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';
import { hasCode, linkProblem } from './errors.ts';

/**
 * The real path that writing to `path` would reach. A repository may hold links, and one at or above the target must
 * not lead MAM out of the root that the path lies below (out of the target's own folder when it lies below none).
 */
export async function resolveTarget(roots: readonly string[], path: string): Promise<Result<string, Problem>> {
  const folder = await realExisting(dirname(path));
  const root = roots.find((one) => isBelow(one, path));
  if (root !== undefined && !isBelow(await realExisting(root), join(folder, basename(path))))
    return err(linkProblem(path));
  const target = join(folder, basename(path));
  if (!(await isLink(target))) return ok(target);
  const end = await realExisting(target);
  return end !== target && isBelow(folder, end) ? ok(end) : err(linkProblem(path));
}

/** Real path of what exists of a path, with the rest appended as it is. */
async function realExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    return join(await realExisting(dirname(path)), basename(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && way !== path;
}
