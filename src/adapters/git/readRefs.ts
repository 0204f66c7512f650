import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Calls } from './calls.ts';
import { readText } from './readText.ts';

/** Reads refs without starting a process: the loose file, else the packed one. */
export interface RefReader {
  /** Commit or tag object that a full ref name (or `HEAD` of the given git dir) leads to; null when there is none. */
  resolve(ref: string): Promise<string | null>;
  /** The ref that a symbolic ref names, null when it holds an object id or doesn't exist. */
  target(ref: string): Promise<string | null>;
}

const objectId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const deepest = 5;

/** `gitDir` is where `HEAD` is read; everything else is shared. */
export async function createRefReader(calls: Calls, commonDir: string, gitDir: string): Promise<RefReader> {
  const tables = await access(join(commonDir, 'reftable')).then(
    () => true,
    () => false,
  );
  return tables ? askingReader(calls, commonDir, gitDir) : readingReader(commonDir, gitDir);
}

function readingReader(commonDir: string, gitDir: string): RefReader {
  const text = (ref: string) => readText(join(ref.startsWith('refs/') ? commonDir : gitDir, ref));
  const target = async (ref: string) => /^ref: (.+)$/.exec((await text(ref)) ?? '')?.[1] ?? null;
  const resolve = async (ref: string, depth = 0): Promise<string | null> => {
    if (depth > deepest || ref.includes('..')) return null;
    const found = await text(ref);
    const next = /^ref: (.+)$/.exec(found ?? '')?.[1];
    if (next !== undefined) return resolve(next, depth + 1);
    if (found !== null && objectId.test(found)) return found;
    // Read after the loose file was missed: `git pack-refs` writes the packed file before it removes the loose one.
    return (await readPacked(commonDir)).get(ref) ?? null;
  };
  return { resolve: (ref) => resolve(ref), target };
}

async function readPacked(commonDir: string): Promise<ReadonlyMap<string, string>> {
  const lines = ((await readText(join(commonDir, 'packed-refs'))) ?? '').split('\n');
  return new Map(
    lines.flatMap((line) =>
      /^[0-9a-f]/.test(line) ? [[line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))] as const] : [],
    ),
  );
}

/** Refs in tables can only be read by git. */
function askingReader(calls: Calls, commonDir: string, gitDir: string): RefReader {
  const at = { cwd: commonDir, gitDir, workTree: null };
  const word = async (args: readonly string[]) => {
    const asked = await calls.run('read refs', { at, args });
    return asked.ok && asked.value.code === 0 ? asked.value.out.trim() : null;
  };
  return {
    resolve: (ref) => word(['rev-parse', '-q', '--verify', ref]),
    target: (ref) => word(['symbolic-ref', '-q', ref]),
  };
}
