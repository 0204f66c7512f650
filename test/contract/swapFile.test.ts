import assert from 'node:assert/strict';
import { link, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createNodeFiles } from '../../src/adapters/files/nodeFiles.ts';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';

describe('a file that is swapped for another', () => {
  const root = useTempFolder();
  const open = () => createNodeFiles({ roots: [root()] });
  const path = (): string => join(root(), 'queue.md');

  it('keeps its permissions, and leaves nothing beside it', async () => {
    await writeFile(path(), 'old', { mode: 0o640 });
    assert.deepEqual(await open().replace(path(), 'old', 'new'), { ok: true, value: true });
    assert.deepEqual(await open().replace(path(), 'old', 'newer'), { ok: true, value: false });
    assert.deepEqual([await readFile(path(), 'utf8'), (await stat(path())).mode & 0o777], ['new', 0o640]);
    assert.deepEqual(await readdir(root()), ['queue.md']);
  });

  it('of two processes that swap it, and somebody who writes into it, nobody loses a line', async () => {
    await writeFile(path(), '# Queue\n');
    const lines = (who: string, count: number): readonly string[] =>
      Array.from({ length: count }, (_, i) => `${who}${i}.\n`);
    const swaps = async (who: string): Promise<void> => {
      const files = open();
      for (const line of lines(who, 10))
        await until(line, async () => {
          const before = await files.read(path());
          assert.ok(before.ok && before.value !== null);
          const done = await files.replace(path(), before.value, before.value + line);
          assert.ok(done.ok);
          return done.value;
        });
    };
    const writes = async (): Promise<void> => {
      for (const line of lines('w', 40)) {
        appendFileSync(path(), line);
        await setImmediate();
      }
    };
    await Promise.all([swaps('a'), swaps('b'), writes()]);
    const text = await readFile(path(), 'utf8');
    for (const line of [...lines('a', 10), ...lines('b', 10), ...lines('w', 40)]) assert.ok(text.includes(line), line);
    assert.deepEqual(await readdir(root()), ['queue.md']);
  });

  it('is left to whoever is about to swap it', async () => {
    await writeFile(path(), 'old');
    const { ino } = await stat(path());
    await link(path(), join(root(), `.queue.md.${ino}.old`));
    assert.deepEqual(await open().replace(path(), 'old', 'new'), { ok: true, value: false });
    assert.equal(await readFile(path(), 'utf8'), 'old');
  });

  it('stays as it is where it is no text', async () => {
    const bytes = Buffer.from([0x61, 0xff]);
    await writeFile(path(), bytes);
    const done = await open().replace(path(), 'a\uFFFD', 'new');
    assert.equal(done.ok ? 'done' : done.error.code, 'files.notText');
    assert.deepEqual(await readFile(path()), bytes);
  });
});
