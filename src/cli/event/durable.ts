import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file as a whole and durably: readers see none, the old or the new one. Throws what the file system says. */
export function replaceDurably(path: string, temporary: string, text: string | Uint8Array): void {
  publish(temporary, text, () => renameSync(temporary, path));
  syncFolder(dirname(path));
}

/** The same for a name that must be new; false where it is taken. */
export function addDurably(path: string, temporary: string, text: string): boolean {
  let isNew = true;
  publish(temporary, text, () => {
    try {
      linkSync(temporary, path);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EEXIST') isNew = false;
      // Some file systems have no links; there the name alone has to be unique.
      else if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') return renameSync(temporary, path);
      else throw error;
    }
    rmSync(temporary, { force: true });
  });
  if (isNew) syncFolder(dirname(path));
  return isNew;
}

function publish(temporary: string, text: string | Uint8Array, move: () => void): void {
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    move();
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A rename is durable once its folder is; Windows has no such thing and does without. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
