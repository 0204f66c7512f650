import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unexpected } from '../../../src/cli/unexpected.ts';
import { useTempFolder } from '../../tempFolder.ts';

describe('an unexpected error', () => {
  const folder = useTempFolder();

  it('is one line, and its stack is in the file that it names', async () => {
    const why = unexpected(new TypeError('no such thing\nnor this'), { XDG_STATE_HOME: folder() });
    assert.deepEqual([why.code, why.params['reason']], ['cli.crashed', 'no such thing']);
    const details = await readFile(String(why.params['path']), 'utf8');
    assert.match(details, /^TypeError: no such thing\nnor this\n +at .*unexpected\.test/);
  });

  it('is told also where no file can be written', async () => {
    await writeFile(join(folder(), 'file'), '');
    const why = unexpected('a string', { XDG_STATE_HOME: join(folder(), 'file') });
    assert.deepEqual([why.code, why.params], ['cli.crashed', { reason: 'a string' }]);
  });
});
