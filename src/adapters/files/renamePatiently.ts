import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { hasCode } from './errors.ts';

/** Milliseconds between tries, about a second in all. */
const waitsMs = [5, 10, 20, 40, 80, 160, 320, 400];

/** Renames; on Windows again while a virus scanner or an editor holds one of the files for a moment. */
export async function renamePatiently(
  from: string,
  to: string,
  platform: NodeJS.Platform = process.platform,
  move: typeof rename = rename,
): Promise<void> {
  for (const waitMs of platform === 'win32' ? waitsMs : []) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!hasCode(error, 'EPERM', 'EBUSY', 'EACCES')) throw error;
    }
    await delay(waitMs);
  }
  return move(from, to);
}
