import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/**
 * Opens a file that somebody else may have put something else in the place of: a pipe would keep its opener waiting for
 * ever. Rejects where it is no plain file. `flags` are those of `node:fs`.
 */
export async function openPlain(path: string, flags: number, mode?: number): Promise<FileHandle> {
  const file = await open(path, flags | (constants.O_NONBLOCK ?? 0), mode);
  try {
    if ((await file.stat()).isFile()) return file;
    throw new Error(`${path} is not a plain file.`);
  } catch (error) {
    await file.close();
    throw error;
  }
}
