import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { createJobKeys, openJobKeys } from '../../../src/adapters/store/jobKeys.ts';
import { useTempFolder } from '../../tempFolder.ts';

describe('the keys of jobs', () => {
  const root = useTempFolder();
  const folder = (): string => join(root(), 'state');
  const keys = createJobKeys(new Uint8Array(32).fill(7), 'log');

  it('give the same tokens after a restart, from a key that only the user can read', async () => {
    const [first, second] = [await openJobKeys(folder(), 'log'), await openJobKeys(folder(), 'log')];
    assert.equal(first.problem, null);
    assert.equal(first.keys.jobToken('j', 1), second.keys.jobToken('j', 1));
    assert.equal(first.keys.sign('j', 'text'), second.keys.sign('j', 'text'));
    assert.equal((await stat(join(folder(), 'jobs.key'))).mode & 0o777, 0o600);
    const other = await openJobKeys(folder(), 'another log');
    assert.notEqual(other.keys.jobToken('j', 1), first.keys.jobToken('j', 1));
  });

  it('are one, however many processes ask for the first at once', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => openJobKeys(folder(), 'log')));
    assert.equal(new Set(opened.map((one) => one.keys.jobToken('j', 1))).size, 1);
  });

  it('never give one token for two things', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/);
    const use = fc.record({ kind: fc.constantFrom('job', 'session'), id, n: fc.nat(20) });
    const token = ({ kind, id: of, n }: { kind: string; id: string; n: number }): string =>
      kind === 'job' ? keys.jobToken(of, n) : keys.sessionToken(of, n);
    fc.assert(fc.property(use, use, (a, b) => (token(a) === token(b)) === (JSON.stringify(a) === JSON.stringify(b))));
  });

  it('know a token by its hash, and no other', () => {
    const token = keys.jobToken('j', 1);
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    const hash = keys.hash(token);
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.deepEqual(
      [token, keys.jobToken('j', 2), '', hash].map((one) => keys.fits(one, hash)),
      [true, false, false, false],
    );
    assert.equal(keys.fits(token, ''), false);
  });

  it('are of this process alone where the key is damaged, and say so', async () => {
    await mkdir(folder());
    await writeFile(join(folder(), 'jobs.key'), 'abc\n');
    const [first, second] = [await openJobKeys(folder(), 'log'), await openJobKeys(folder(), 'log')];
    assert.equal(first.problem?.code, 'keys.unusable');
    assert.notEqual(first.keys.jobToken('j', 1), second.keys.jobToken('j', 1));
    assert.equal(await readFile(join(folder(), 'jobs.key'), 'utf8'), 'abc\n');
  });

  it('are of this process alone where none can be kept', async () => {
    await writeFile(folder(), 'a file where the folder should be');
    await chmod(folder(), 0o600);
    assert.equal((await openJobKeys(folder(), 'log')).problem?.code, 'keys.unusable');
  });
});
