import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';

/**
 * Text of a file of the repository that an option names, null when there is none. A path that leaves the repository,
 * also over a link, is wrong usage, and so is one that can't be read.
 */
export async function readInputFile(
  roots: readonly string[],
  cwd: string,
  option: string,
  path: string,
): Promise<Result<string | null, Problem>> {
  const real = await realExisting(resolve(cwd, path));
  if (!roots.some((root) => isBelow(root, real)))
    return err(
      problem('cli.inputOutside', '{option} has to name a file of this repository, and {path} is none.', {
        option,
        path,
      }),
    );
  try {
    return ok(await readFile(real, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ok(null);
    return err(
      problem('cli.inputUnreadable', '{path} can’t be read: {reason}. Mend that, or name another file with {option}.', {
        option,
        path,
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
  }
}

/** Real path of what exists of a path, with the rest appended as it is. */
async function realExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return dirname(path) === path ? path : join(await realExisting(dirname(path)), basename(path));
  }
}

const isBelow = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && way !== path;
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
