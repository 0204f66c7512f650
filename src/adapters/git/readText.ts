import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * A small file's text without its last line end, or null when there is none. Other failures are bugs and throw. Git's own
 * files lie on the same disk as the log, which is read in turn as well: handing each over to another thread takes five
 * times the processor time. A pipe that somebody put in their place is not waited for, and throws: git would read it.
 */
export async function readText(path: string): Promise<string | null> {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(file);
    if (facts.isDirectory()) return null;
    if (!facts.isFile()) throw new Error(`${path} is no file`);
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Whether a file operation failed because something on the path isn't there, is no folder, or can't be called so. */
export const isMissing = (error: unknown): boolean =>
  /^(?:ENOENT|ENOTDIR|EISDIR|ENAMETOOLONG)$/.test(codeOf(error) ?? '');

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/**
 * The one name of a path: links resolved as far as it exists, so that two ways to a folder compare equal. What can't be
 * looked at keeps the name that it was given: a path that somebody noted must not keep everything else from being read.
 */
export async function canonical(path: string): Promise<string> {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) === null || parent === path) throw error;
    return join(await canonical(parent), basename(path));
  }
}
