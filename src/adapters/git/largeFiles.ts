import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of more bytes is not read only to be compared. */
export const mostBytes = 10 * 1024 * 1024;

/** How many files are looked at side by side. */
const sideBySide = 32;

/**
 * Which of the changed paths of a checkout, or files below them, are too large; relative to it. `dirty` is what a
 * status lists, a new folder as a whole. Only sizes are looked at, so some may be ignored by git.
 */
export async function findLargeFiles(root: string, dirty: readonly string[]): Promise<readonly string[]> {
  const large: string[] = [];
  const left = [...dirty];
  while (left.length > 0) {
    const found = await Promise.all(left.splice(-sideBySide).map((path) => measure(root, path)));
    for (const { below, tooLarge } of found) {
      left.push(...below);
      large.push(...tooLarge);
    }
  }
  return large.toSorted();
}

const nothing = { below: [], tooLarge: [] };

/** What vanished meanwhile has no size. */
async function measure(
  root: string,
  path: string,
): Promise<{ readonly below: readonly string[]; readonly tooLarge: readonly string[] }> {
  try {
    if (!path.endsWith('/')) {
      const facts = await lstat(join(root, path));
      return facts.isFile() && facts.size > mostBytes ? { below: [], tooLarge: [path] } : nothing;
    }
    const entries = await readdir(join(root, path), { withFileTypes: true });
    const names = entries.filter((entry) => entry.name !== '.git' && (entry.isFile() || entry.isDirectory()));
    return { below: names.map((entry) => `${path}${entry.name}${entry.isDirectory() ? '/' : ''}`), tooLarge: [] };
  } catch {
    return nothing;
  }
}
