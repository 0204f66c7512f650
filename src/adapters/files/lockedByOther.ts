import { readFile, stat } from 'node:fs/promises';

/**
 * Whether a process holds an advisory lock on a file, as the kernel tells it on Linux. Elsewhere nothing tells it, and
 * the answer is false.
 */
export async function lockedByOther(path: string): Promise<boolean> {
  const [facts, locks] = await Promise.all([
    stat(path, { bigint: true }).catch(() => null),
    readFile('/proc/locks', 'utf8').catch(() => ''),
  ]);
  if (facts === null) return false;
  // `1: FLOCK ADVISORY WRITE 4242 fe:00:123 0 EOF`: the device in hexadecimal, then the inode.
  return locks.split('\n').some((line) => line.split(/\s+/)[5]?.split(':')[2] === String(facts.ino));
}
