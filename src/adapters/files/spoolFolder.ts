import { constants } from 'node:fs';
import { lstat, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byNumbers } from '../../base/byNumbers.ts';
import type { SpoolFile } from '../../app/ports/files.ts';
import { redactLine } from '../../core/privacy/redactLine.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { atomicWrite } from './atomicWrite.ts';
import { hasCode } from './errors.ts';
import { noteRefusal } from './refusals.ts';
import { renamePatiently } from './renamePatiently.ts';

/** Files kept of those that were taken, and of those that were refused. */
const kept = 1_000;
/** And bytes of them. */
const keptBytes = 32 * 1024 * 1024;
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
  /** The whole files, in their order; `job-2` comes before `job-10`, and a hook's stands where its time puts it. */
  files(): Promise<readonly SpoolFile[]>;
  read(name: string): Promise<SpoolText>;
  /**
   * Moves a file aside without ever replacing another, and without a secret in it: `text` is what it held. Of what could
   * not be read (null) only the reason is kept.
   */
  putAside(folder: string, name: string, text: string | null, reason: string): Promise<void>;
  /** Adds a line to the record of what was refused, and why. */
  note(name: string, reason: string): Promise<void>;
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
    async files() {
      const names = (await readdir(path)).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
      const placed = await Promise.all(names.map(async (name) => ({ name, order: await orderOf(path, name) })));
      return placed.toSorted((a, b) => byNumbers(a.order, b.order));
    },
    read: (name) => readWhole(join(path, name)),
    async putAside(folder, name, text, reason) {
      const from = join(path, name);
      const to = await freePath(folder, cleanName(name));
      const head = folder === done && text !== null ? headOfHook(text) : null;
      if (head !== null) {
        // What a hook meant is in the log, and nobody asks for the file again.
        await writeFile(to, redactLine(withoutToken(head)), { mode: 0o600 });
        await rm(from, { recursive: true, force: true });
        movedSincePrune += 1;
        return;
      }
      const clean = text === null ? JSON.stringify({ refused: redactSecrets(reason) }) : redactLine(withoutToken(text));
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
    async note(name, reason) {
      await noteRefusal(path, { file: cleanName(name), reason: redactSecrets(reason) });
    },
    async prune() {
      if (movedSincePrune < slack) return;
      movedSincePrune = 0;
      await Promise.all([dropOldest(done), dropOldest(refused), dropForgotten(path)]);
    },
  };
}

/** Other senders begin a name with their time in milliseconds; asking for it would take a shell a process of its own. */
async function orderOf(folder: string, name: string): Promise<string> {
  if (!name.startsWith('hook-')) return name;
  const ns = (await lstat(join(folder, name), { bigint: true }).catch(() => null))?.mtimeNs ?? 0n;
  return `${ns / 1_000_000n}-${String(ns % 1_000_000n).padStart(6, '0')}-${name}`;
}

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

/** What lets a sender speak is of no use once it was heard. */
const withoutToken = (text: string): string => text.replaceAll(/("token"\s*:\s*")[^"\\]*"/g, '$1[redacted: token]"');

/** What a hook's message says beside its payload, which holds prompts and what tools were given; null for another one. */
function headOfHook(text: string): string | null {
  const end = text.indexOf('\n');
  const first = end === -1 ? text : text.slice(0, end);
  try {
    const head: unknown = JSON.parse(first);
    if (typeof head !== 'object' || head === null || !('type' in head) || head.type !== 'sessionHook') return null;
    return JSON.stringify({ ...head, payload: undefined });
  } catch {
    return null;
  }
}

/** Bytes of a name with which a file still has room for what is put behind it while it is written. */
const mostName = 150;

/** A name may hold what its sender calls itself, and be as long as a name can be. */
const cleanName = (name: string): string => {
  const clean = redactSecrets(name);
  const plain = clean === name ? name : clean.replaceAll(/[^A-Za-z0-9._~-]+/g, '_');
  if (Buffer.byteLength(plain) <= mostName) return plain;
  return `${plain.replaceAll(/[^A-Za-z0-9._~-]+/g, '_').slice(0, mostName)}.json`;
};

async function freePath(folder: string, name: string): Promise<string> {
  const taken = new Set((await lstat(join(folder, name)).catch(() => null)) ? await readdir(folder) : []);
  for (let count = 2, free = name; ; count += 1) {
    if (!taken.has(free)) return join(folder, free);
    free = name.replace(/\.json$/, `~${count}.json`);
  }
}

/** How long what senders keep beside their messages stays after its last use, in milliseconds. */
const forgottenMs = 7 * 24 * 60 * 60_000;

/** Counters of senders that say nothing any more, and what killed ones left half written. */
async function dropForgotten(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.')) continue;
    const found = await lstat(join(folder, name)).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > forgottenMs) await rm(join(folder, name), { force: true });
  }
}

async function dropOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const aged = await Promise.all(
    names.map(async (name) => {
      const { ctimeMs: at, size } = await lstat(join(folder, name));
      return { name, at, size };
    }),
  );
  let bytes = 0;
  const old = aged
    .toSorted((a, b) => a.at - b.at)
    .toReversed()
    .filter(({ size }, index) => {
      bytes += size;
      return index >= kept || bytes > keptBytes;
    });
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true, recursive: true })));
}
