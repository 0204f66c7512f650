import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam rescue', () => {
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
  });
  after(() => mam.dispose());

  const json = async (...args: readonly string[]) => {
    const ended = await mam.run('rescue', ...args, '--json');
    assert.equal(ended.code, 0, ended.err);
    return JSON.parse(ended.out);
  };

  it('lists nothing where nothing was kept', async () => {
    assert.deepEqual(await json(), { rescues: [] });
    assert.match((await mam.run('rescue')).out, /Nothing had to be rescued/);
  });

  it('shows a copy and restores it twice, each time beside everything that is there', async () => {
    await writeFile(join(mam.repository, 'half.txt'), 'half done\n');
    await mam.git('add', 'half.txt');
    const commit = (
      await mam.git('-c', 'user.name=t', '-c', 'user.email=t@t', 'stash', 'create', 'Rescue of w')
    ).trim();
    await mam.git('reset', '--quiet', '--hard');
    await mam.git('update-ref', 'refs/mam/rescue/T-2026-0001-r1', commit);

    const { rescues } = await json('list');
    assert.deepEqual(
      rescues.map((one: { name: string; commit: string }) => [one.name, one.commit]),
      [['T-2026-0001-r1', commit]],
    );
    const shown = await json('show', 'refs/mam/rescue/T-2026-0001-r1');
    assert.match(shown.diff, /^\+half done$/m);
    assert.match((await mam.run('rescue', 'show', 'T-2026-0001-r1')).out, /^\+half done$/m);

    const before = await mam.git('rev-parse', 'HEAD');
    const first = await json('restore', 'T-2026-0001-r1');
    assert.equal(first.branch, 'rescued/T-2026-0001-r1');
    assert.equal(await readFile(join(first.path, 'half.txt'), 'utf8'), 'half done\n');
    const second = await json('restore', 'T-2026-0001-r1');
    assert.equal(second.branch, 'rescued/T-2026-0001-r1-2');
    assert.notEqual(second.path, first.path);
    assert.equal(await mam.git('rev-parse', 'HEAD'), before);
    assert.equal((await mam.git('status', '--porcelain')).trim(), '');
    assert.equal((await json()).rescues.length, 1);
  });

  it('says what it can’t do', async () => {
    const [missing, unnamed, odd] = await Promise.all([
      mam.run('rescue', 'restore', 'nothing'),
      mam.run('rescue', 'show'),
      mam.run('rescue', 'burn'),
    ]);
    assert.deepEqual([missing.code, unnamed.code, odd.code], [1, 2, 2]);
    assert.match(missing.err, /\[rescue\.unknown\]/);
  });

  it('is a person’s to restore', async () => {
    mam.env['MAM_JOB'] = 'job-1';
    const ended = await mam.run('rescue', 'restore', 'T-2026-0001-r1');
    delete mam.env['MAM_JOB'];
    assert.equal(ended.code, 1);
    assert.match(ended.err, /\[actor\.personOnly\]/);
  });
});
