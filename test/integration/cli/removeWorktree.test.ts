import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderSnapshot } from '../../builders/folderSnapshot.ts';
import { createMamCommand, type MamCommand } from '../../builders/mamCommand.ts';

describe('mam worktree remove', function () {
  this.timeout(120_000);
  let mam: MamCommand;
  before(async () => {
    mam = await createMamCommand();
  });
  after(() => mam.dispose());
  const add = async (name: string): Promise<string> => {
    const path = join(mam.folder, name);
    await mam.git('worktree', 'add', '--quiet', '-b', name.replaceAll(' ', '-'), path);
    return path;
  };
  const remove = (path: string, ...more: readonly string[]) => mam.run('worktree', 'remove', path, '--json', ...more);
  const codes = (out: string): readonly string[] =>
    JSON.parse(out).blockers.map((one: { readonly code: string }) => one.code);

  it('ends with 3 and changes nothing while anything would be lost; with --rescue all of it can come back', async () => {
    const path = await add('dirty one');
    await writeFile(join(path, 'README.md'), 'mine\n');
    await writeFile(join(path, '.env'), 'KEY=1\n');
    await writeFile(join(mam.repository, '.git/info/exclude'), '.env\n', { flag: 'a' });
    const [before, refs] = [await folderSnapshot(path), await mam.git('for-each-ref')];
    const refused = await remove(path);
    assert.equal(refused.code, 3, refused.err);
    assert.deepEqual(codes(refused.out), ['worktree.dirty', 'worktree.ignoredFiles']);
    assert.deepEqual(JSON.parse(refused.out).ignored, ['.env']);
    assert.deepEqual(await folderSnapshot(path), before);
    assert.equal(await mam.git('for-each-ref'), refs);
    const said = await mam.run('worktree', 'remove', path);
    assert.deepEqual([said.code, /stays as it is/.test(said.out)], [3, true]);

    const removed = await remove(path, '--rescue');
    assert.equal(removed.code, 0, removed.err);
    const { rescue } = JSON.parse(removed.out);
    assert.match(rescue, /^refs\/mam\/rescue\/dirty-one-\d{14}-\d+$/);
    assert.equal(existsSync(path), false);
    const restored = await mam.run('rescue', 'restore', rescue, '--json');
    assert.equal(restored.code, 0, restored.err);
    assert.equal(JSON.parse(restored.out).path, path);
    assert.deepEqual(await folderSnapshot(path), before);
    const again = await remove(path, '--rescue');
    assert.equal(again.code, 0, again.err);
  });

  it('is never done by age: a dirty worktree and one with a commit on no branch outlive a year and every look', async () => {
    const dirty = await add('old and dirty');
    await writeFile(join(dirty, 'README.md'), 'mine\n');
    const loose = join(mam.folder, 'old and loose');
    await mam.git('worktree', 'add', '--quiet', '--detach', loose);
    await mam.git('-C', loose, 'commit', '--quiet', '--allow-empty', '--message', 'on no branch');
    const held = [await folderSnapshot(dirty), await mam.git('-C', loose, 'rev-parse', 'HEAD')];
    const entries = join(mam.repository, '.git/worktrees');
    const yearAgo = Date.now() / 1000 - 365 * 24 * 3600;
    for (const at of [dirty, loose, ...(await readdir(entries)).map((name) => join(entries, name))])
      await utimes(at, yearAgo, yearAgo);
    for (const verb of [['status'], ['doctor'], ['start', '--agents', 'rehearsal', '--limit', '1', '--yes']]) {
      const looked = await mam.run(...verb);
      assert.equal(looked.code, 0, looked.err);
    }
    assert.deepEqual([await folderSnapshot(dirty), await mam.git('-C', loose, 'rev-parse', 'HEAD')], held);
    const judged = await remove(loose);
    assert.deepEqual([judged.code, codes(judged.out)], [3, ['worktree.lostCommits']], judged.err);
  });

  it('removes what holds nothing of its own, keeps the branch, and says so', async () => {
    const path = await add('clean');
    const judged = await mam.run('worktree', 'remove', path, '--dry-run');
    assert.deepEqual([judged.code, existsSync(path)], [0, true], judged.err);
    const ended = await mam.run('worktree', 'remove', path);
    assert.equal(ended.code, 0, ended.err);
    assert.match(ended.out, /Its branch clean stays/);
    assert.deepEqual([existsSync(path), await mam.git('branch', '--list', 'clean')], [false, '  clean\n']);
  });

  it('ends with 3 for one that is locked, and names who locked it', async () => {
    const path = await add('locked');
    await mam.git('worktree', 'lock', '--reason', 'agent 4242', path);
    const ended = await remove(path, '--rescue');
    assert.deepEqual([ended.code, codes(ended.out)], [3, ['worktree.lockedBy']]);
    assert.match(ended.out, /agent 4242/);
    assert.ok(existsSync(path));
  });

  it('ends with 2 for what is no linked worktree of this repository, and touches it not', async () => {
    const other = join(mam.folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'mine'), 'x');
    for (const path of [other, mam.repository, join(mam.folder, 'nowhere')]) {
      const ended = await remove(path, '--rescue');
      assert.deepEqual([ended.code, /\[worktree\.notLinked\]/.test(ended.err)], [2, true], ended.err);
    }
    assert.equal(await readFile(join(other, 'mine'), 'utf8'), 'x');
    assert.equal((await mam.run('worktree', 'remove')).code, 2);
    assert.equal((await mam.run('worktree', 'burn', other)).code, 2);
  });

  it('is a person’s, though a job may look', async () => {
    const path = await add('by-job');
    mam.env['MAM_JOB'] = 'job-1';
    const [done, looked] = [await remove(path), await remove(path, '--dry-run')];
    delete mam.env['MAM_JOB'];
    assert.deepEqual([done.code, looked.code, existsSync(path)], [1, 0, true], looked.err);
  });
});
