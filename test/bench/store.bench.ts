import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore } from '../../src/adapters/store/sqliteStore.ts';
import { createRandomIds } from '../../src/adapters/system/randomIds.ts';
import { createSystemClock } from '../../src/adapters/system/systemClock.ts';
import { paired, quantile, timed, type Bench } from './bench.ts';

const append: Bench = {
  name: 'durable append',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'mam-bench-'));
    const opened = await createSqliteStore({
      folder: join(folder, 'mam'),
      host: 'test',
      version: '0',
      label: 'bench',
      clock: createSystemClock(),
      ids: createRandomIds(),
      stateFolder: join(folder, 'state'),
    });
    if (!opened.ok) throw new Error(opened.error.code);
    const store = opened.value;
    const file = openSync(join(folder, 'plain.jsonl'), 'a');
    const text = `${'x'.repeat(299)}\n`;
    let seq = 0;
    const one = async (): Promise<void> => {
      const done = await store.transact(seq, () => ({
        drafts: [
          {
            at: '2026-01-01T00:00:00Z',
            actor: 'host:bench',
            event: { type: 'jobSignalled', job: 'j', kind: 'progress', text: 'x'.repeat(200) },
          },
        ],
        result: null,
      }));
      if (!done.ok) throw new Error(done.error.code);
      seq += 1;
    };
    const plain = (): void => {
      writeSync(file, text);
      fdatasyncSync(file);
    };
    try {
      for (let i = 0; i < 50; i++) await one();
      const { a, ratio } = await paired(300, one, plain);
      const burst: number[] = [];
      for (let i = 0; i < 200; i++) burst.push(await timed(one));
      return [
        { label: 'append through the store, median', value: a, unit: 'ms' },
        { label: 'append, p95', value: quantile(burst, 0.95), unit: 'ms' },
        { label: 'against one write and fdatasync of a plain file', value: ratio, unit: 'ratio' },
      ];
    } finally {
      closeSync(file);
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export const benches: readonly Bench[] = [append];
