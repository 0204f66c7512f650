import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { ReadText } from './knownTexts.ts';

/** Indexes that are kept: more would only fill memory. */
const mostKnown = 1000;

/** The tree of an index of the repository's at `gitDir`; `write` has git write it. */
export type TreeOfIndex = (
  gitDir: string,
  index: string,
  write: () => Promise<Result<string, Problem>>,
) => Promise<Result<string, Problem>>;

/**
 * Has git write the tree of an index once: one of the same bytes stands for the same tree. A look at files that did not
 * change, and their rescue, then cost no process for it.
 */
export function createIndexTrees(text: ReadText): TreeOfIndex {
  const known = new Map<string, { readonly tree: string; readonly loose: boolean }>();
  return async (gitDir, index, write) => {
    const common = resolve(gitDir, (await text(join(gitDir, 'commondir'))) ?? '.');
    const isLoose = (tree: string) => existsSync(join(common, 'objects', tree.slice(0, 2), tree.slice(2)));
    const before = await keyOf(gitDir, index);
    const kept = before === null ? undefined : known.get(before);
    // Git's own cleaning may have thrown away what no commit leads to.
    if (kept !== undefined && (!kept.loose || isLoose(kept.tree))) return ok(kept.tree);
    const written = await write();
    if (!written.ok) return written;
    if (known.size >= mostKnown) known.clear();
    // Git notes in an index which tree it wrote of it.
    for (const key of [before, await keyOf(gitDir, index)])
      if (key !== null) known.set(key, { tree: written.value, loose: isLoose(written.value) });
    return written;
  };
}

async function keyOf(gitDir: string, index: string): Promise<string | null> {
  const bytes = await readFile(index).catch(() => null);
  return bytes === null ? null : `${gitDir} ${createHash('sha256').update(bytes).digest('hex')}`;
}
