import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ReadText } from './knownTexts.ts';
import { canonical, isMissing, readText } from './readText.ts';

/** What git keeps of a linked worktree, below the common dir. */
export interface Admin {
  readonly id: string;
  /** Absolute folder of this entry: the worktree's git dir. */
  readonly folder: string;
  /** Absolute path of the worktree, as far as it exists with its links resolved. */
  readonly path: string;
  /** Why it is locked; an empty text is a lock without a reason, null is none. */
  readonly locked: string | null;
  /** Ref of the branch that is checked out, or null. */
  readonly headRef: string | null;
}

/** Reads the entries directly: a third of what asking git costs, and it works while one of them is broken. */
export async function listAdmins(commonDir: string, text: ReadText = readText): Promise<readonly Admin[]> {
  const folder = join(commonDir, 'worktrees');
  const found = await Promise.all((await idsIn(folder)).map((id) => readAdmin(id, join(folder, id), text)));
  return found.filter((admin) => admin !== null);
}

async function idsIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The entry of the worktree at `path`, null when git knows of none. */
export async function findAdmin(commonDir: string, path: string): Promise<Admin | null> {
  const wanted = await canonical(path);
  const folder = join(commonDir, 'worktrees');
  for (const id of await idsIn(folder))
    if ((await pathOf(join(folder, id), readText)) === wanted) return readAdmin(id, join(folder, id), readText);
  return null;
}

async function readAdmin(id: string, folder: string, text: ReadText): Promise<Admin | null> {
  const [path, locked, head] = await Promise.all([
    pathOf(folder, text),
    ...['locked', 'HEAD'].map((name) => text(join(folder, name))),
  ]);
  if (path === null || path === undefined) return null;
  return { id, folder, path, locked: locked ?? null, headRef: /^ref: (.+)$/.exec(head ?? '')?.[1] ?? null };
}

/** Where the worktree of an entry is. One without its file is one that git is making right now, or that a crash left. */
async function pathOf(folder: string, text: ReadText): Promise<string | null> {
  const file = await text(join(folder, 'gitdir'));
  return file === null || file === '' ? null : canonical(dirname(resolve(folder, file)));
}
