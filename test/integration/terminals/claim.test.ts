import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimStart, releaseStart } from '../../../src/adapters/terminals/editor/claim.ts';
import { startTimeOf } from '../../../src/adapters/process/processTable.ts';

const file = `${Buffer.from('s1').toString('hex')}.starting`;

describe('the claim to open a session in the editor', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mam-claim-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is had by one of many that ask at the same time, and by another one once it is given up', async () => {
    const claimed = await Promise.all(Array.from({ length: 20 }, () => claimStart(folder, 's1')));
    assert.deepEqual([claimed.filter(Boolean).length, await readdir(folder)], [1, [file]]);
    await releaseStart(folder, 's1');
    assert.equal(await claimStart(folder, 's1'), true);
  });

  const rows = [
    { name: 'by a process that lives', pid: process.pid, mine: true, had: false },
    { name: 'by a process whose pid another one has', pid: process.pid, mine: false, had: true },
    { name: 'by a process that is gone', pid: 2 ** 30, mine: false, had: true },
  ];
  for (const { name, pid, mine, had } of rows)
    it(`that is held ${name} is ${had ? 'taken over' : 'left to it'}`, async () => {
      const startTime = mine ? await startTimeOf(pid) : 'long ago';
      await writeFile(join(folder, file), JSON.stringify({ pid, startTime }));
      assert.equal(await claimStart(folder, 's1'), had);
    });

  for (const torn of ['', '{"pid":'])
    it(`that says "${torn}", for whoever made it died before it was written, holds nobody up`, async () => {
      await writeFile(join(folder, file), torn);
      assert.deepEqual([await claimStart(folder, 's1'), await claimStart(folder, 's1')], [true, false]);
    });
});
