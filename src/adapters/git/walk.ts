import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import { nameOf, pathOf } from './fileNames.ts';
import { isMissing } from './readText.ts';

export interface Entry {
  /** Relative to the folder that was walked; a name that is no text as `nameOf` writes it. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'folder';
  readonly mode: number;
  readonly bytes: number;
  readonly mtimeMs: number;
}

export interface Walk {
  /** Folders before what is in them. */
  readonly entries: readonly Entry[];
  /** Sockets, pipes and devices: they hold nothing that a copy could keep. */
  readonly specials: readonly string[];
  /** Changes with every change of what was walked, whatever became of its times. */
  readonly sign: string;
}

/** The file of a name below a folder. */
export const below = (root: string, name: string): string | Buffer => pathOf(`${root}${sep}${name}`);

/** Each path with what it is and all that is below it. One that is not there is left out. */
export async function walk(root: string, paths: readonly string[]): Promise<Walk> {
  const entries: Entry[] = [];
  const specials: string[] = [];
  const signs: string[] = [];
  const take = async (path: string): Promise<void> => {
    const facts = await factsOf(root, path);
    if (facts === null) return;
    const kind = kindOf(facts);
    signs.push(`${path}\0${facts.ino} ${facts.ctimeMs} ${facts.size}`);
    if (kind === null) {
      specials.push(path);
      return;
    }
    const bytes = kind === 'file' ? facts.size : 0;
    entries.push({ path, kind, mode: facts.mode & 0o7777, bytes, mtimeMs: facts.mtimeMs });
    if (kind === 'folder') await Promise.all((await namesIn(root, path)).map((name) => take(`${path}/${name}`)));
  };
  for (const path of paths) await take(path.replace(/\/$/, ''));
  return { entries: entries.toSorted(byPath), specials: specials.toSorted(), sign: signs.toSorted().join('\n') };
}

/** What git says nothing of: folders without anything in them, and what is neither file, link nor folder. */
export async function unseen(
  root: string,
  passed: readonly string[],
): Promise<{ readonly empty: readonly string[]; readonly specials: readonly string[] }> {
  const over = new Set(['.git', ...passed.map((path) => path.replace(/\/$/, ''))]);
  const empty: string[] = [];
  const specials: string[] = [];
  const look = async (path: string): Promise<void> => {
    const found = await readdir(below(root, path), { withFileTypes: true, encoding: 'buffer' }).catch(() => []);
    if (found.length === 0 && path !== '') empty.push(path);
    await Promise.all(
      found.map(async (entry) => {
        const name = path === '' ? nameOf(entry.name) : `${path}/${nameOf(entry.name)}`;
        if (over.has(name) || entry.isFile() || entry.isSymbolicLink()) return;
        if (entry.isDirectory()) await look(name);
        else specials.push(name);
      }),
    );
  };
  await look('');
  return { empty: empty.toSorted(), specials: specials.toSorted() };
}

/** Null when it isn't there. */
export const factsOf = (root: string, path: string): Promise<Stats | null> =>
  lstat(below(root, path)).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

const kindOf = (facts: Stats): Entry['kind'] | null =>
  facts.isFile() ? 'file' : facts.isSymbolicLink() ? 'link' : facts.isDirectory() ? 'folder' : null;

const byPath = (a: Entry, b: Entry): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** One that goes meanwhile has no names; whoever compares two walks sees it. */
async function namesIn(root: string, path: string): Promise<readonly string[]> {
  try {
    return (await readdir(below(root, path), { encoding: 'buffer' })).map(nameOf);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
