import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSample } from '../../../src/host/sample/makeSample.ts';
import { newSample } from '../../../src/host/sample/newSample.ts';
import { useTempFolder } from '../../tempFolder.ts';

describe('a new sample', () => {
  const folder = useTempFolder();

  it('is a repository of its own each time, and one that a person works in stays', async () => {
    const parent = join(folder(), 'state/samples');
    const first = await newSample(parent, process.env);
    assert.ok(first.ok);
    writeFileSync(join(first.value, 'mine.txt'), 'mine\n');
    const second = await newSample(parent, process.env);
    assert.ok(second.ok);
    assert.notEqual(first.value, second.value);
    assert.ok(existsSync(join(first.value, 'mine.txt')));
    assert.ok(await isSample(second.value, process.env));
    const status = execFileSync('git', ['status', '--porcelain'], { cwd: second.value, encoding: 'utf8' });
    assert.equal(status, '');
  });

  it('leaves nothing where git is missing, and says so', async () => {
    const parent = join(folder(), 'samples');
    const made = await newSample(parent, { PATH: join(folder(), 'nothing') });
    assert.ok(!made.ok);
    assert.equal(made.error.code, 'sample.gitFailed');
    assert.deepEqual(readdirSync(parent), []);
  });

  it('says where it could not be written', async () => {
    const parent = join(folder(), 'taken');
    mkdirSync(folder(), { recursive: true });
    writeFileSync(parent, '');
    const made = await newSample(parent, process.env);
    assert.ok(!made.ok);
    assert.equal(made.error.code, 'sample.notMade');
    assert.equal(made.error.params['folder'], parent);
  });
});
