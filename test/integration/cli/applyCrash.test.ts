import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';
import { until } from '../../until.ts';

const task = 'T-2026-0777';
const branch = `feature/${task}-integration`;

describe('a patch whose commit is kept from its branch', function () {
  this.timeout(240_000);
  let mam: MamCommand;
  let lock: string;
  before(async () => {
    mam = await createMamCommand();
    lock = join(mam.repository, `.git/refs/heads/${branch}.lock`);
    await writeFile(join(mam.repository, 'new.txt'), 'new\n');
    await mam.git('add', 'new.txt');
    const diff = await mam.git('diff', '--cached');
    await mam.git('reset', '--quiet', '--hard');
    const artifact = { schema_version: 1, task_id: task, agent: 'codex', verdict: 'proposed', diff };
    await writeFile(join(mam.repository, '.git/patch.json'), JSON.stringify(artifact));
    await mkdir(dirname(lock), { recursive: true });
    await writeFile(lock, '');
  });
  after(async () => {
    await rm(lock, { force: true });
    await mam.dispose();
  });

  const args = ['active-apply', '--patch', '.git/patch.json', '--execute', '--json'];
  const refs = () => mam.git('for-each-ref', '--format=%(refname)', 'refs/heads');
  const isMoving = async (): Promise<boolean> =>
    (await promisify(execFile)('ps', ['-A', '-o', 'args='])).stdout
      .split('\n')
      .some((line) => line.includes('update-ref') && line.includes(branch) && line.includes(mam.repository));

  it('leaves nothing behind when it fails, and survives a kill in the middle', async () => {
    const before = await refs();
    const failed = await mam.run(...args);
    assert.deepEqual([failed.code, JSON.parse(failed.out).decision], [1, 'blocked'], failed.err);
    assert.equal(await refs(), before);
    assert.equal(await mam.git('status', '--porcelain'), '');

    // From now on git waits for the lock, so that the process can be killed right before the branch moves.
    await mam.git('config', 'core.filesRefLockTimeout', '-1');
    const running = mam.start(...args);
    await until('git waits to move the branch', isMoving, 40_000);
    running.child.kill('SIGKILL');
    await running.ended;
    assert.equal(await refs(), before);

    await rm(lock);
    const again = await mam.run(...args);
    const told = JSON.parse(again.out);
    // The effect that the kill left open may be done before the command asks for it.
    if (again.code !== 0) assert.match(told.blockers[0], /\[apply\.consumed\]/);
    assert.equal(await mam.git('show', `${branch}:new.txt`), 'new\n');
    assert.equal((await mam.git('rev-list', '--count', `main..${branch}`)).trim(), '1');
    assert.match((await mam.run(...args)).out, /apply\.consumed/);
  });
});
