import assert from 'node:assert/strict';
import { chmod, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnceOnly } from '../../src/adapters/files/onceOnly.ts';
import { useTempFolder } from '../tempFolder.ts';

describe('what is told once', () => {
  const folder = useTempFolder();

  it('is told by one of all who ask, and later by nobody', async () => {
    const path = join(folder(), 'told');
    const windows = Array.from({ length: 8 }, () => createOnceOnly(path));
    const answers = await Promise.all(windows.map((tells) => tells('s1.1:permission:now')));
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal(await createOnceOnly(path)('s1.1:permission:now'), false);
    assert.equal(await createOnceOnly(path)('s1.1:permission:later'), true);
  });

  it('is forgotten after a while, so that nothing piles up', async () => {
    const path = join(folder(), 'told');
    await createOnceOnly(path)('old');
    const [name] = await readdir(path);
    await utimes(join(path, name ?? ''), 0, 0);
    await createOnceOnly(path)('new');
    assert.equal((await readdir(path)).length, 1);
  });

  it('is told by everybody where nothing can be written down', async () => {
    await writeFile(join(folder(), 'told'), 'no folder');
    await chmod(join(folder(), 'told'), 0o600);
    assert.equal(await createOnceOnly(join(folder(), 'told'))('s1'), true);
  });
});
