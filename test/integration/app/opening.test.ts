import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../../../src/adapters/store/failures.ts';
import { problem } from '../../../src/base/problem.ts';
import { makeRepository, openTestApp, tryOpen, type TestRepository } from './support.ts';

describe('opening the application', () => {
  let repository: TestRepository;
  beforeEach(() => (repository = makeRepository({ 'a.txt': 'one\n' })));
  afterEach(() => repository.dispose());

  it('makes a copy of the log, once a day', async () => {
    const copies = (): Promise<readonly string[]> => readdir(join(repository.root, '.git/mam/backups'));
    await (await openTestApp(repository.root)).close();
    const made = await copies();
    assert.deepEqual([made.length, made[0]?.endsWith('.db')], [1, true]);
    await (await openTestApp(repository.root)).close();
    assert.deepEqual(await copies(), made);
  });

  it('tells what is wrong with the log, and holds nothing open', async () => {
    const why = problem('store.full', 'The disk is full.');
    const refused = await tryOpen(repository.root, () => {
      throw new StoreError(why);
    });
    assert.deepEqual(refused, { ok: false, error: why });
    const again = await openTestApp(repository.root);
    assert.equal(again.role, 'owner');
    await again.close();
  });
});
