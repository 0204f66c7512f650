import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, readText } from './readText.ts';

export interface WorktreeSpec {
  readonly path: string;
  /** Null for a detached checkout. */
  readonly branch: string | null;
  readonly commit: string;
}

/** What a creation writes down before it changes anything, so that the next one can tell its leftovers from other people's files. */
export interface Creation {
  readonly spec: WorktreeSpec;
  /** Carried by the environment of the git processes that it starts. */
  readonly key: string;
  readonly madeBranch: boolean;
  /** False when there was an empty folder already. */
  readonly madeFolder: boolean;
  /** Names of git's entries before it. */
  readonly known: readonly string[];
}

/** Journal of creations under way, one file for each path. */
export interface CreationJournal {
  read(path: string): Promise<Creation | null>;
  write(creation: Creation): Promise<void>;
  clear(path: string): Promise<void>;
  /** All that were begun and not ended. */
  list(): Promise<readonly Creation[]>;
}

export function createCreationJournal(folder: string): CreationJournal {
  const fileOf = (path: string) => join(folder, `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.json`);
  return {
    read: async (path) => parse(await readText(fileOf(path))),
    async list() {
      const names = await readdir(folder).catch(() => []);
      const all = await Promise.all(names.map(async (name) => parse(await readText(join(folder, name)))));
      return all.filter((one) => one !== null);
    },
    async write(creation) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Not forced to the disk: only a power failure could lose it, and then git's index tells (see worktreeCreate.ts).
      await writeFile(fileOf(creation.spec.path), JSON.stringify(creation), { mode: 0o600 });
    },
    clear: (path) => rm(fileOf(path), { force: true }),
  };
}

function parse(text: string | null): Creation | null {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return isCreation(value) ? value : null;
  } catch {
    // Torn by a crash: then nothing had been changed yet.
    return null;
  }
}

const isCreation = (value: unknown): value is Creation =>
  typeof value === 'object' && value !== null && 'spec' in value && 'key' in value && 'known' in value;

/** What is at a path now; anything that is no folder, or one that can't be read, is `full`. */
export async function lookAt(path: string): Promise<'missing' | 'empty' | 'git-file-only' | 'full'> {
  try {
    const names = await readdir(path);
    if (names.length === 0) return 'empty';
    return names.length === 1 && names[0] === '.git' ? 'git-file-only' : 'full';
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // What can't be looked into is something.
    return error.code === 'ENOENT' || error.code === 'ENAMETOOLONG' ? 'missing' : 'full';
  }
}

/** Number of entries in an index file, by its header of 12 bytes; 0 when there is none. */
export async function countIndexEntries(path: string): Promise<number> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
      return bytesRead === 12 && buffer.toString('latin1', 0, 4) === 'DIRC' ? buffer.readUInt32BE(8) : 0;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
