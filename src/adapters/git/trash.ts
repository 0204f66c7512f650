import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from './readText.ts';

/** Folders that are gone at once for everybody, and are deleted when there is time. */
export interface Trash {
  /** Takes a folder away by a rename. Nothing happens when it isn't there. */
  take(path: string): Promise<void>;
  /** Starts deleting what lies in the trash, also what an earlier process left. Failures wait for the next time. */
  sweep(): void;
  /** Resolves when no deletion is under way. */
  settled(): Promise<void>;
}

const mark = '.mam-trash-';

export function createTrash(folder: string): Trash {
  let sweeping: Promise<void> = Promise.resolve();
  return {
    async take(path) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = randomUUID();
      try {
        await rename(path, join(folder, name));
      } catch (error) {
        if (isMissing(error)) return;
        if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
        // On another file system it has to stay there; a link in the trash remembers it.
        const aside = join(dirname(path), `.${basename(path)}${mark}${name}`);
        await symlink(aside, join(folder, name));
        await rename(path, aside);
      }
    },
    sweep() {
      sweeping = sweeping.then(() => empty(folder)).catch(() => undefined);
    },
    settled: () => sweeping,
  };
}

async function empty(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) {
      const aside = await readlink(path);
      if (basename(aside).endsWith(`${mark}${entry.name}`)) await deleteTree(aside);
    }
    await deleteTree(path);
  }
}

/** Deletes a tree without following links. Folders that forbid writing (module caches have them) are opened first. */
async function deleteTree(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  try {
    await remove();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')))
      throw error;
    await openFolders(path);
    await remove();
  }
}

async function openFolders(path: string): Promise<void> {
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(join(path, entry.name));
}
