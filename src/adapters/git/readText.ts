import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** A small file's text without its last line end, or null when there is none. Other failures are bugs and throw. */
export async function readText(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Whether a file operation failed because something on the path isn't there or is no folder. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR');

/** The one name of a path: links resolved as far as it exists, so that two ways to a folder compare equal. */
export async function canonical(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    return join(await canonical(parent), basename(path));
  }
}
