import { constants } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './errors.ts';
import { renamePatiently } from './renamePatiently.ts';

/** Files kept of those that were taken, and of those that were refused. */
const kept = 1_000;
/** How many more may gather before they are looked through. */
const slack = 100;
const maxBytes = 8 * 1024 * 1024;

type SpoolText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface SpoolFolder {
  readonly path: string;
  readonly done: string;
  readonly refused: string;
  /** Names of the whole files, in their order; `job-2` comes before `job-10`. */
  names(): Promise<readonly string[]>;
  read(name: string): Promise<SpoolText>;
  /** Moves a file aside without ever replacing another. */
  moveTo(folder: string, name: string): Promise<void>;
  /** Drops the oldest of the files that were moved aside. */
  prune(): Promise<void>;
}

export function createSpoolFolder(path: string): SpoolFolder {
  const [done, refused] = [join(path, 'done'), join(path, 'refused')];
  let movedSincePrune = slack;
  return {
    path,
    done,
    refused,
    async names() {
      const entries = await readdir(path);
      return entries.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted(byName);
    },
    read: (name) => readWhole(join(path, name)),
    async moveTo(folder, name) {
      await renamePatiently(join(path, name), await freePath(folder, name));
      movedSincePrune += 1;
    },
    async prune() {
      if (movedSincePrune < slack) return;
      movedSincePrune = 0;
      await Promise.all([dropOldest(done), dropOldest(refused)]);
    },
  };
}

const byName = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1);

async function readWhole(path: string): Promise<SpoolText> {
  try {
    // Neither a link nor a pipe: both could make the owner read, or wait for, something else.
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const facts = await file.stat();
      if (!facts.isFile()) return { kind: 'refused', reason: 'It is not a plain file.' };
      if (facts.size > maxBytes) return { kind: 'refused', reason: `It is larger than ${maxBytes} bytes.` };
      return { kind: 'text', text: await file.readFile('utf8') };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { kind: 'gone' };
    if (hasCode(error, 'ELOOP', 'EISDIR', 'ENXIO', 'EACCES')) return { kind: 'refused', reason: String(error) };
    throw error;
  }
}

async function freePath(folder: string, name: string): Promise<string> {
  const taken = new Set((await stat(join(folder, name)).catch(() => null)) ? await readdir(folder) : []);
  for (let count = 2, free = name; ; count += 1) {
    if (!taken.has(free)) return join(folder, free);
    free = name.replace(/\.json$/, `~${count}.json`);
  }
}

async function dropOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= kept) return;
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).ctimeMs })));
  const oldest = aged.toSorted((a, b) => a.at - b.at).slice(0, names.length - kept);
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true, recursive: true })));
}
