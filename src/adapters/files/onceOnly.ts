import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './errors.ts';

/** How long it is remembered that something was told, in milliseconds. */
const keptMs = 14 * 24 * 60 * 60 * 1000;

/**
 * Whether what has this name is told by whoever asks: the first of all processes that share the folder. Where the folder
 * can't be used everybody tells, since twice is better than never.
 */
export function createOnceOnly(folder: string): (name: string) => Promise<boolean> {
  let ready: Promise<void> | null = null;
  const prepare = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => null);
      if (facts !== null && Date.now() - facts.mtimeMs > keptMs) await rm(path, { force: true });
    }
  };
  return async (name) => {
    try {
      await (ready ??= prepare());
    } catch {
      return true;
    }
    try {
      const file = await open(join(folder, createHash('sha256').update(name).digest('hex')), 'wx', 0o600);
      await file.close();
      return true;
    } catch (error) {
      return !hasCode(error, 'EEXIST');
    }
  };
}
