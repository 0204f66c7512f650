import assert from 'node:assert/strict';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createNodeFiles } from '../../src/adapters/files/nodeFiles.ts';
import { useTempFolder } from '../tempFolder.ts';

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

  it('stays as it is where it is no text', async () => {
    const bytes = Buffer.from([0x61, 0xff]);
    await writeFile(path(), bytes);
    const done = await open().replace(path(), 'a\uFFFD', 'new');
    assert.equal(done.ok ? 'done' : done.error.code, 'files.notText');
    assert.deepEqual(await readFile(path()), bytes);
  });
});
