import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBorrower } from './borrower.ts';
import { splitNul, type Calls } from './calls.ts';
import type { Repository } from './repository.ts';

/**
 * Merges two commits in memory and tells what comes of it, null when git can't tell (objects are missing, or there is no
 * common history). It works in a throw-away bare repository that only borrows the objects: nothing is written to the
 * real one, and its merge drivers, which are programs, are not known there.
 */
export async function mergeInMemory(
  calls: Calls,
  repository: Repository,
  folder: string,
  base: string,
  head: string,
): Promise<{ readonly tree: string; readonly clean: boolean; readonly conflicts: readonly string[] } | null> {
  const gitDir = join(folder, randomUUID());
  try {
    await makeBorrower(gitDir, join(repository.commonDir, 'objects'), base.length === 64);
    const merged = await calls.run('forecast the merge', {
      at: { cwd: gitDir, gitDir, workTree: null },
      args: ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', base, head],
    });
    if (!merged.ok) return null;
    // A tree comes first whenever there is an answer: 0 is clean, 1 has conflicts, and 1 without a tree is a failure.
    const [tree = '', ...conflicts] = splitNul(merged.value.out);
    return merged.value.code > 1 || tree === '' ? null : { tree, clean: merged.value.code === 0, conflicts };
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}

/** The same for whoever asks only whether it would be clean. */
export async function forecast(
  ...about: Parameters<typeof mergeInMemory>
): Promise<{ readonly clean: boolean; readonly conflicts: readonly string[] } | null> {
  const merged = await mergeInMemory(...about);
  return merged && { clean: merged.clean, conflicts: merged.conflicts };
}
