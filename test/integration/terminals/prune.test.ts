import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pruneEnded, pruneRequests } from '../../../src/adapters/terminals/prune.ts';
import { useTempFolder } from '../../tempFolder.ts';

describe('What is kept of sessions that have ended', () => {
  const folder = useTempFolder();

  it('is that of the newest; what runs stays however old it is', async () => {
    for (let index = 0; index < 8; index += 1) {
      const path = join(folder(), `s${index}`);
      mkdirSync(path);
      writeFileSync(join(path, 'exit.json'), '');
      utimesSync(path, 1000 + index, 1000 + index);
    }
    await pruneEnded(folder(), async (name) => name !== 's1', 3);
    assert.deepEqual(readdirSync(folder()).toSorted(), ['s1', 's5', 's6', 's7']);
    await pruneEnded(folder(), async () => true, 4);
    assert.equal(readdirSync(folder()).length, 4);
    await pruneEnded(join(folder(), 'none'), async () => true);
  });

  it('is no environment of a session that was never begun', async () => {
    for (const name of ['a.1.request', 'b.2.request', 'a.json']) writeFileSync(join(folder(), name), '');
    for (const name of ['a.1.request', 'a.json']) utimesSync(join(folder(), name), 1000, 1000);
    await pruneRequests(folder(), Date.now());
    assert.deepEqual(readdirSync(folder()).toSorted(), ['a.json', 'b.2.request']);
  });
});
