import { lstat } from 'node:fs/promises';
import { sep } from 'node:path';
import { ownFolders } from '../../app/places.ts';
import { listAdmins } from './admins.ts';
import type { Place } from './place.ts';

/**
 * Says of a file of the main checkout, its name as latin-1, whether it lies in a folder of MAM's own or in another worktree,
 * also one that git does not list any more or that is just being removed: its `.git` is a file.
 */
export async function foldersOfOthers({ cwd, gitDir }: Place): Promise<(name: string) => Promise<boolean>> {
  const listed = (await listAdmins(gitDir)).map(({ path }) => path);
  const below = listed.filter((path) => path.startsWith(cwd + sep));
  const known = new Map<string, boolean>([
    ...ownFolders.map((name) => [name, true] as const),
    ...below.map((path) => [latin(path.slice(cwd.length + 1).replaceAll('\\', '/')), true] as const),
  ]);
  const isOfOthers = async (folder: string): Promise<boolean> => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const at = folder.lastIndexOf('/');
    const above = at > 0 && (await isOfOthers(folder.slice(0, at)));
    const facts = above ? null : await lstat(Buffer.from(`${latin(cwd)}/${folder}/.git`, 'latin1')).catch(() => null);
    const is = above || facts?.isFile() === true;
    known.set(folder, is);
    return is;
  };
  return async (name) => name.includes('/') && isOfOthers(name.slice(0, name.lastIndexOf('/')));
}

const latin = (path: string): string => Buffer.from(path).toString('latin1');
