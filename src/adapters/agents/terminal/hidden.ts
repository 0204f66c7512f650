import { randomBytes } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { laneEnvironment } from '../laneEnvironment.ts';
import { screenVariables } from '../screenVariables.ts';

/** After so long, in milliseconds, no terminal comes any more that reads it. */
const longestMs = 10 * 60_000;

interface Environment {
  /** What an editor may keep, and show to its extensions. */
  readonly plain: Readonly<Record<string, string>>;
  /** Tokens, keys, and whatever else nobody knows to be harmless. */
  readonly hidden: Readonly<Record<string, string>>;
}

/** Editors write a terminal's environment to their disk, so that they can bring it back: secrets must not be in it. */
export const splitEnvironment = (env: Readonly<Record<string, string>>): Environment => {
  const listed = laneEnvironment(env, screenVariables, {});
  // A proxy may be named with a password.
  const isPlain = (name: string): boolean => listed[name] !== undefined && !/proxy/i.test(name);
  const only = (wanted: boolean): Record<string, string> =>
    Object.fromEntries(Object.entries(env).filter(([name]) => isPlain(name) === wanted));
  return { plain: only(true), hidden: only(false) };
};

/** Writes what only the terminal's own process may read, which removes it; answers where. */
export const hide = async (folder: string, hidden: Environment['hidden']): Promise<string> => {
  await prune(folder);
  const path = join(folder, `${randomBytes(12).toString('hex')}.request`);
  await writeFile(path, JSON.stringify(hidden), { mode: 0o600, flag: 'wx' });
  return path;
};

/** Removes those of terminals that never came. */
const prune = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.request')) continue;
    const facts = await stat(join(folder, name)).catch(() => null);
    if (facts !== null && Date.now() - facts.mtimeMs > longestMs) await rm(join(folder, name), { force: true });
  }
};
