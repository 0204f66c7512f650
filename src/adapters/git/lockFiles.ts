import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ailment } from '../../core/worktree/ailment.ts';

const names = ['index.lock', 'HEAD.lock', 'config.lock', 'packed-refs.lock', 'shallow.lock'];

/** A lock that is younger is most likely held by somebody who is at work. */
const leastAgeMs = 10_000;

/** Locks of git in its folders and beside its branches, with their age and who has them open. `now`: milliseconds. */
export async function findLockFiles(
  folders: readonly string[],
  commonDir: string,
  now: number,
): Promise<readonly Ailment[]> {
  const refs = await readdir(join(commonDir, 'refs/heads'), { recursive: true }).catch(() => []);
  const places = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...refs.filter((name) => name.endsWith('.lock')).map((name) => join(commonDir, 'refs/heads', name)),
  ];
  const found = await Promise.all(places.map(async (path) => ({ path, facts: await lstat(path).catch(() => null) })));
  const old = found.flatMap(({ path, facts }) => {
    const ageMs = facts === null ? 0 : now - facts.mtimeMs;
    return facts !== null && ageMs >= leastAgeMs ? [{ path, ageMs }] : [];
  });
  if (old.length === 0) return [];
  const holders = await openFiles(new Set(old.map(({ path }) => path)));
  return old.map(({ path, ageMs }) => ({ kind: 'lockFile', path, ageMs, holder: holders.get(path) ?? null }));
}

/** Which process has which of these files open, where the system tells. */
async function openFiles(paths: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    for (const fd of await readdir(`/proc/${name}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${name}/fd/${fd}`).catch(() => '');
      if (paths.has(target)) found.set(target, Number(name));
    }
  }
  return found;
}
