import { lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlacedText } from '../../protocol/agents/placedText.ts';

/**
 * Puts back what `omc` wrote over in a worker's checkout: it places its own instructions there as AGENTS.md, and keeps
 * beside its state of the worker what it placed and what was there before. Anything else than what it placed is left alone.
 */
export async function tidyCheckout(workerState: string, path: string): Promise<void> {
  const kept = await readFile(join(workerState, 'worktree-root-agents.json'), 'utf8').catch(() => '');
  const placed = readPlacedText(kept, path);
  const file = join(path, 'AGENTS.md');
  const isFile = await lstat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (placed === null || !isFile || (await readFile(file, 'utf8')) !== placed.text) return;
  await (placed.before === null ? rm(file) : writeFile(file, placed.before));
}
