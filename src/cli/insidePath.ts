import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';

/** A path inside one of some folders, also where its links lead. What is not there yet leads nowhere. `shown` is the path as a person wrote it. */
export async function insidePath(
  roots: readonly string[],
  path: string,
  shown: string,
): Promise<Result<string, Problem>> {
  const real = await realpath(path).catch(() => path);
  const isInside = roots.some((root) => isBelow(root, path) && isBelow(root, real));
  return isInside
    ? ok(real)
    : err(
        problem('cli.pathOutside', '{path} is not inside the repository. Name one that is.', {
          path: shown,
        }),
      );
}

const isBelow = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === path;
};
