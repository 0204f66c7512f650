import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from './errors.ts';
import { renamePatiently } from './renamePatiently.ts';

const permissionBits = 0o7777;

/**
 * Replaces a file as a whole and durably; its permissions stay, unless `wanted` says others. Whatever fails, the old text
 * is there and no temp file is left.
 */
export async function atomicWrite(path: string, text: string, wanted: number | null = null): Promise<void> {
  const mode = wanted ?? (await modeOf(path));
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeFresh(temporary, text, mode);
    await renamePatiently(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes a file that is not there yet, durably. */
export async function writeFresh(path: string, text: string, mode: number | null): Promise<void> {
  const file = await open(path, 'wx', mode ?? 0o666);
  try {
    // What the file is made with is cut by the umask; the mode of an existing file is not.
    if (mode !== null) await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode & permissionBits;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Makes a rename in this folder survive a power cut. Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
