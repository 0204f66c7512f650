import { constants } from 'node:fs';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { redactLine } from '../../core/privacy/redactLine.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { atomicWrite } from './atomicWrite.ts';
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
  /**
   * Moves a file aside without ever replacing another, and without a secret in it: `text` is what it held. Of what could
   * not be read (null) only the reason is kept.
   */
  putAside(folder: string, name: string, text: string | null, reason: string): Promise<void>;
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
    async putAside(folder, name, text, reason) {
      const from = join(path, name);
      const to = await freePath(folder, cleanName(name));
      const clean = text === null ? JSON.stringify({ refused: redactSecrets(reason) }) : redactLine(text);
      if (clean === text)
        await renamePatiently(from, to).catch((error: unknown) => {
          // Another host took it meanwhile.
          if (!hasCode(error, 'ENOENT')) throw error;
        });
      else {
        // In this order a file may be there twice after a crash, and is never gone.
        await atomicWrite(to, clean);
        await rm(from, { recursive: true, force: true });
      }
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

/** A name may hold what its sender calls itself. */
const cleanName = (name: string): string => {
  const clean = redactSecrets(name);
  return clean === name ? name : clean.replaceAll(/[^A-Za-z0-9._~-]+/g, '_');
};

async function freePath(folder: string, name: string): Promise<string> {
  const taken = new Set((await lstat(join(folder, name)).catch(() => null)) ? await readdir(folder) : []);
  for (let count = 2, free = name; ; count += 1) {
    if (!taken.has(free)) return join(folder, free);
    free = name.replace(/\.json$/, `~${count}.json`);
  }
}

async function dropOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= kept) return;
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await lstat(join(folder, name))).ctimeMs })));
  const oldest = aged.toSorted((a, b) => a.at - b.at).slice(0, names.length - kept);
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true, recursive: true })));
}
