import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SealedFolders } from '../../app/ports/sealedFolders.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { renamePatiently } from './renamePatiently.ts';
import { resolveTarget } from './safePath.ts';

/** A folder with more than that in it is nobody's but a person's. */
const mostEntries = 10_000;

/** A folder is renamed before it is looked at for the last time, and once more before it goes: each name says how far a call came. */
export const sealedFolders = (
  roots: readonly string[],
  named: <T>(path: string, task: () => Promise<Result<T, Problem>>) => Promise<Result<T, Problem>>,
): SealedFolders => ({
  sealFolder: sealOf,
  clearFolder: (wanted, seal) =>
    named(wanted, async () => {
      const target = await resolveTarget(roots, wanted);
      if (!target.ok) return target;
      const path = target.value;
      const [aside, judged] = ['looked-at', 'cleared'].map((how) => join(dirname(path), `.${basename(path)}.${how}`));
      if (aside === undefined || judged === undefined) return ok('kept');
      await rm(judged, { recursive: true, force: true });
      const isAside = await isThere(aside);
      if (isAside && (await isThere(path))) return ok('kept');
      if (!isAside) {
        if (!(await isThere(path))) return ok('cleared');
        if ((await sealOf(path)) !== seal) return ok('kept');
        await renamePatiently(path, aside);
      }
      if ((await sealOf(aside)) !== seal) {
        await renamePatiently(aside, path);
        return ok('kept');
      }
      await renamePatiently(aside, judged);
      await rm(judged, { recursive: true, force: true });
      return ok('cleared');
    }),
});

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

async function sealOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    if (!(await lstat(path)).isDirectory()) return null;
    return (await take(hash, path, '', { left: mostEntries })) ? hash.digest('hex') : null;
  } catch {
    // What can't be read, or changes meanwhile, can't be told from anything else.
    return null;
  }
}

/** False when there is too much. */
async function take(hash: Hash, root: string, below: string, room: { left: number }): Promise<boolean> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if ((room.left -= 1) < 0) return false;
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    const path = join(root, name);
    if (entry.isDirectory()) {
      hash.update(`folder ${JSON.stringify(name)}\n`);
      if (!(await take(hash, root, name, room))) return false;
    } else if (entry.isSymbolicLink()) hash.update(`link ${JSON.stringify([name, await readlink(path)])}\n`);
    else if (entry.isFile()) hash.update(`file ${JSON.stringify([name, await digestOf(path)])}\n`);
    else return false;
  }
  return true;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
