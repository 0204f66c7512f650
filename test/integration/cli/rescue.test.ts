import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

  it('lists files that no commit can hold, names them, and puts them back beside what is there', async () => {
    const kept = join(mam.repository, '.git/mam/kept/w-r1-1767225600000');
    await mkdir(join(kept, 'files/lib/.git'), { recursive: true });
    await mkdir(join(kept, 'git-dir/modules/lib'), { recursive: true });
    await writeFile(join(kept, 'git-dir/modules/lib/HEAD'), 'ref: refs/heads/mine\n');
    await writeFile(join(kept, 'files/.git'), 'gitdir: gone\n');
    await writeFile(join(kept, 'files/lib/.git/HEAD'), 'ref: refs/heads/main\n');
    await writeFile(join(kept, 'files/lib/mine.txt'), 'mine\n');
    const name = 'kept/w-r1-1767225600000';
    const { rescues } = await json('list');
    const found = rescues.find((one: { name: string }) => one.name === name);
    assert.deepEqual([found.at, found.folder], ['2026-01-01T00:00:00Z', '.git/mam/kept/w-r1-1767225600000/files']);
    assert.equal((await json('show', name)).diff, 'lib/mine.txt');
    await mkdir(join(mam.repository, '.claude/worktrees/rescued-w-r1-1767225600000'), { recursive: true });
    const { branch, path } = await json('restore', name);
    assert.deepEqual([branch, path.endsWith('/rescued-w-r1-1767225600000-2')], [null, true]);
    assert.equal(await readFile(join(path, 'lib/mine.txt'), 'utf8'), 'mine\n');
    assert.equal(await readFile(join(path, 'lib/.git/HEAD'), 'utf8'), 'ref: refs/heads/main\n');
    await assert.rejects(readFile(join(path, '.git')));
    const [rest] = (await json()).rescues.filter((one: { name: string }) => one.name === name);
    assert.equal(rest?.about, 'Repositories of submodules', 'its commits may be nowhere else');
    const repositories = await json('restore', name);
    assert.equal(await readFile(join(repositories.path, 'lib/HEAD'), 'utf8'), 'ref: refs/heads/mine\n');
    assert.ok(!(await json()).rescues.some((one: { name: string }) => one.name === name));
    assert.equal((await mam.run('rescue', 'restore', name)).code, 1, 'it is there no more');
  });

  it('shows every commit since the base branch, and all of one that starts a history', async () => {
    const as = ['-c', 'user.name=t', '-c', 'user.email=t@t'];
    await mam.git('checkout', '--quiet', '--detach');
    for (const name of ['first.txt', 'second.txt']) {
      await writeFile(join(mam.repository, name), `in ${name}\n`);
      await mam.git('add', name);
      await mam.git(...as, 'commit', '--quiet', '--message', name);
    }
    await mam.git('update-ref', 'refs/mam/rescue/two-commits', 'HEAD');
    const root = (await mam.git(...as, 'commit-tree', '-m', 'Root', 'HEAD^{tree}')).trim();
    await mam.git('update-ref', 'refs/mam/rescue/root', root);
    await mam.git('checkout', '--quiet', '-');

    const two = await json('show', 'two-commits');
    assert.deepEqual(two.diff.match(/^\+in .*$/gm), ['+in first.txt', '+in second.txt']);
    const all = await json('show', 'root');
    assert.match(all.diff, /^\+in first\.txt$/m);
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
