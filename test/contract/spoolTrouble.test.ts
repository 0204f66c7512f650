import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderSpool } from '../../src/adapters/files/folderSpool.ts';
import type { Spool } from '../../src/app/ports/files.ts';
import { createMemoryLog } from '../fakes/memoryLog.ts';
import { useTempFolder } from '../tempFolder.ts';
import { until } from '../until.ts';

describe('a spool in which something is odd', () => {
  const folder = useTempFolder();
  const spools: Spool[] = [];
  afterEach(() => spools.splice(0).forEach((spool) => spool.dispose()));

  const drop = async (name: string, text: string): Promise<void> => {
    await writeFile(join(folder(), '.new'), text);
    await rename(join(folder(), '.new'), join(folder(), name));
  };
  /** What is taken of it; `bad` is refused. */
  const start = async (): Promise<{ readonly taken: string[]; readonly messages: () => readonly string[] }> => {
    const log = createMemoryLog();
    const spool = createFolderSpool({ folder: folder(), log, reconcileMs: 20 });
    spools.push(spool);
    const taken: string[] = [];
    await spool.start(async ({ name }, text) => {
      if (text === 'bad') throw new Error('not of MAM');
      taken.push(name);
    });
    return { taken, messages: () => log.entries.map(({ message }) => message) };
  };
  const secret = JSON.stringify({ token: 'abcdefghijkl' });

  for (const [title, name, text] of [
    ['a name as long as names can be, refused', `1${'a'.repeat(249)}.json`, 'bad'],
    ['the same with a secret', `1${'a'.repeat(239)}.json`, secret],
    ['a long name in another script', `1${'한'.repeat(81)}.json`, 'bad'],
  ] as const)
    it(`puts aside ${title}`, async () => {
      await drop(name, text);
      await drop('9-good.json', 'good');
      const { taken } = await start();
      assert.ok(taken.includes('9-good.json'));
      const left = (await readdir(folder())).filter((one) => one.endsWith('.json'));
      assert.deepEqual(left, []);
    });

  it('hears what lies behind a file that can’t be moved aside, and hears that one once', async () => {
    const { taken, messages } = await start();
    // Where a folder should be that it goes to.
    await rm(join(folder(), 'done'), { recursive: true });
    await writeFile(join(folder(), 'done'), '');
    await drop('1-first.json', 'first');
    await drop('2-second.json', 'second');
    await until('both', async () => taken.length >= 2);
    await drop('3-third.json', 'third');
    await until('the third', async () => taken.includes('3-third.json'));
    assert.deepEqual(taken, ['1-first.json', '2-second.json', '3-third.json']);
    assert.equal(messages().filter((message) => message.includes('moved aside')).length, 3);
  });

  it('is opened once what was in its way is gone', async () => {
    await writeFile(join(folder(), 'done'), '');
    await drop('1-first.json', 'first');
    const { taken, messages } = await start();
    assert.deepEqual(taken, []);
    assert.ok(messages().some((message) => message.includes('could not be opened')));
    await rm(join(folder(), 'done'));
    await until('the file', async () => taken.length === 1);
  });

  it('waits for nobody at a pipe in the place of its record', async function () {
    if (process.platform === 'win32') this.skip();
    await mkdir(folder(), { recursive: true });
    execFileSync('mkfifo', [join(folder(), 'refused.ndjson')]);
    await drop('1-bad.json', 'bad');
    await drop('2-good.json', 'good');
    const { taken } = await start();
    assert.deepEqual(taken, ['2-good.json']);
  });
});
