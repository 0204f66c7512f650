import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeStateFolder } from '../../../src/host/stateFolder.ts';
import { useTempFolder } from '../../tempFolder.ts';

describe('the folder of a user’s state', () => {
  const folder = useTempFolder();

  it('is made, and is as good when it is there', async () => {
    const path = join(folder(), 'state/mam');
    for (const _ of [1, 2]) assert.equal(await makeStateFolder(path), null);
    assert.ok((await stat(path)).isDirectory());
  });

  it('can’t be where a file is, or below one', async () => {
    const file = join(folder(), 'file');
    await writeFile(file, '');
    for (const [path, code] of [
      [file, 'EEXIST'],
      [join(file, 'mam'), 'ENOTDIR'],
    ] as const) {
      const why = await makeStateFolder(path);
      assert.deepEqual([why?.code, why?.params], ['host.stateFolder', { path, code }]);
    }
  });
});
