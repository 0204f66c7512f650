import assert from 'node:assert/strict';
import { createMemoryFiles, type MemoryFiles } from '../fakes/memoryFiles.ts';
import { createHarness, person, type Harness } from './appHarness.ts';
import { foreignFiles, foreignFolder } from './foreignLedger.ts';
import { queueText } from './queueText.ts';

export const queue = queueText(
  { id: 'T-2025-0001', claims: '`z.ts`' },
  { id: 'T-2026-0001', claims: '`src/a.ts`' },
  { id: 'T-2026-0006', claims: '`src/b.ts`' },
);

export const diskWith = (changes: Readonly<Record<string, string | null>> = {}): MemoryFiles =>
  createMemoryFiles({
    '/repo/tasks/queue.md': queue,
    ...Object.fromEntries(
      Object.entries(foreignFiles(changes)).map(([name, text]) => [`${foreignFolder}/${name}`, text]),
    ),
  });

/** Runs a test on a harness that is closed whatever happens. */
export const withDisk = async (files: MemoryFiles, test: (h: Harness) => Promise<void>): Promise<void> => {
  const h = await createHarness({ queue, files });
  try {
    await test(h);
  } finally {
    await h.app.close();
  }
};

export const importOf = async (h: Harness, from: string | null = null) => {
  const done = await h.app.importLedger(from, person);
  assert.ok(done.ok, done.ok ? '' : `${done.error.code} ${JSON.stringify(done.error.params)}`);
  return done.value;
};
