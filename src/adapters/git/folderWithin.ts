import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';

const slash = 0x2f;

/**
 * Makes a folder below `root`, a real path. False, and nothing is made, where what is there of it leads out through a link
 * or is no folder.
 */
export async function makeFolderWithin(root: string, folder: Buffer): Promise<boolean> {
  let there = folder;
  while ((await lstat(there).catch(() => null)) === null) there = there.subarray(0, there.lastIndexOf(slash));
  const real = await realpath(there).catch(() => null);
  if (real === null || (real !== root && !real.startsWith(root + sep)) || !(await stat(there)).isDirectory())
    return false;
  await mkdir(folder, { recursive: true });
  return true;
}
