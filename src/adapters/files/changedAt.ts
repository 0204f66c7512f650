import type { Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Entries below a folder that are looked at: one that holds more is judged by so many of them. */
const mostEntries = 10_000;

/** When a file was written or put into its place, or the newest of those below a folder, in milliseconds since the epoch. */
export async function changedAt(path: string): Promise<number | null> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isDirectory() !== true) return facts === null ? null : timeOf(facts);
  let [newest, count]: [number | null, number] = [null, 0];
  try {
    for await (const entry of await opendir(path, { recursive: true })) {
      if ((count += 1) > mostEntries) break;
      const held = entry.isDirectory() ? null : await stat(join(entry.parentPath, entry.name)).catch(() => null);
      if (held !== null) newest = Math.max(newest ?? 0, timeOf(held));
    }
  } catch {
    // What is taken away or closed meanwhile tells no more.
  }
  return newest;
}

/** One that was moved or unpacked to there keeps the time at which it was written. */
const timeOf = ({ mtimeMs, ctimeMs }: Stats): number => Math.max(mtimeMs, ctimeMs);
