import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installPrograms } from '../../src/host/programs.ts';
import { useTempFolder } from '../tempFolder.ts';

describe('the copied programs', () => {
  const folder = useTempFolder();

  it('know the runtime that copied them, a new one once that is gone', async () => {
    await mkdir(join(folder(), 'dist/bin'), { recursive: true });
    for (const name of ['cli.cjs', 'bin/mam']) await writeFile(join(folder(), 'dist', name), name);
    const install = async (): Promise<string> => {
      const { bin } = await installPrograms(join(folder(), 'dist'), join(folder(), 'state'), '1.0.0');
      return join(dirname(bin), 'runtime-node');
    };
    const file = await install();
    assert.equal(await readFile(file, 'utf8'), `${process.execPath}\n`);
    await writeFile(file, '/bin/sh\n');
    await install();
    assert.equal(await readFile(file, 'utf8'), '/bin/sh\n', 'one that works stays');
    await writeFile(file, '/gone/node\n');
    await install();
    assert.equal(await readFile(file, 'utf8'), `${process.execPath}\n`);
  });
});
