import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Sessions that have ended and of which something is kept: the newest so many. */
const most = 200;

/**
 * Removes what is kept of the oldest sessions that have ended. Whether one was started already is told by what is kept, so
 * only what nobody can ask for any more goes: hundreds were started since.
 */
export async function pruneEnded(
  folder: string,
  isEnded: (name: string) => Promise<boolean>,
  keep = most,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  if (names.length <= keep) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  const old = aged.toSorted((a, b) => b.at - a.at).slice(keep);
  for (const { name } of old)
    if (await isEnded(name)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
}

/** Milliseconds after which a request is of a host that was killed before anybody read it. */
const requestMs = 60_000;

/** Removes requests that nobody will read: they hold environments, and with them secrets. */
export async function pruneRequests(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.request')) continue;
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (facts !== null && nowMs - facts.mtimeMs > requestMs) await rm(path, { force: true });
  }
}
