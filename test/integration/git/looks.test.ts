import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: how checkouts and branches stand', () => {
  const folder = useTempFolder();

  it('names a renamed file by its new name, staged and unstaged', async () => {
    const root = await buildState('plain', folder());
    await writeFile(join(root, 'b.txt'), 'a line\nof its own\n');
    await plainGit(root, 'add', '.');
    await plainGit(root, 'commit', '-qm', 'b');
    await plainGit(root, 'mv', 'b.txt', 'c "d".txt');
    await writeFile(join(root, 'a.txt'), 'two\n');
    assert.deepEqual(must(await openGit(root).changedPaths()), ['a.txt', 'c "d".txt']);
  });

  it('is about the linked worktree that it was opened in, not about the main checkout', async () => {
    const root = await buildState('plain', folder());
    const linked = join(folder(), 'linked');
    await plainGit(root, 'worktree', 'add', '-q', '-b', 'fix/issue-9', linked);
    await writeFile(join(root, 'main.txt'), '');
    await writeFile(join(linked, 'linked.txt'), '');
    const git = openGit(linked);
    assert.deepEqual(must(await git.changedPaths()), ['linked.txt']);
    assert.deepEqual(
      must(await git.listCheckouts()).map((one) => [one.path, one.branch, one.here]),
      [
        [root, 'main', false],
        [linked, 'fix/issue-9', true],
      ],
    );
  });

  it('knows the branch that a rebase in progress holds, and leaves out a checkout that is gone', async () => {
    const root = await buildState('plain', folder());
    const linked = join(folder(), 'linked');
    await plainGit(root, 'worktree', 'add', '-q', '-b', 'fix/issue-9', linked);
    await writeFile(join(linked, 'a.txt'), 'theirs\n');
    await plainGit(linked, 'commit', '-qam', 'theirs');
    await writeFile(join(root, 'a.txt'), 'ours\n');
    await plainGit(root, 'commit', '-qam', 'ours');
    await assert.rejects(plainGit(linked, 'rebase', 'main'));
    const git = openGit(root);
    const [, other] = must(await git.listCheckouts());
    assert.deepEqual([other?.branch, other?.rebasing], [null, 'fix/issue-9']);
    await rm(linked, { recursive: true });
    assert.equal(must(await git.listCheckouts()).length, 1);
  });

  it('finds branches wherever they are kept, and starts no process for them and for checkouts', async () => {
    const root = await buildState('plain', folder());
    const head = await plainGit(root, 'rev-parse', 'HEAD');
    await plainGit(root, 'branch', 'packed/one');
    await plainGit(root, 'update-ref', 'refs/remotes/origin/main', head);
    await plainGit(root, 'pack-refs', '--all');
    await plainGit(root, 'branch', 'loose');
    await writeFile(join(root, '.git/refs/heads/half.lock'), '');
    let started = 0;
    const git = openGit(root, {
      run: (spec, signal) => {
        started += 1;
        return runProcess(spec, signal);
      },
    });
    must(await git.refs(['HEAD']));
    started = 0;
    const { local, remote, remoteDefault } = must(await git.listBranches());
    assert.deepEqual(Object.keys(local).toSorted(), ['loose', 'main', 'packed/one']);
    assert.deepEqual([remote, remoteDefault], [{ 'origin/main': head }, null]);
    assert.equal(must(await git.listCheckouts()).length, 1);
    assert.equal(started, 0);
    await plainGit(root, 'pack-refs', '--all');
    await plainGit(root, 'branch', '-D', 'packed/one');
    assert.deepEqual(Object.keys(must(await git.listBranches()).local).toSorted(), ['loose', 'main']);
  });

  it('takes a broken ref for a failure, not for a branch that is not there', async () => {
    const root = await buildState('plain', folder());
    await writeFile(join(root, '.git/refs/heads/torn'), '');
    assert.equal(codeOf(await openGit(root).listBranches()), 'git.failed');
  });

  it('lists the changed paths of a worktree, a new folder as a whole', async () => {
    const root = await buildState('plain', folder());
    await writeFile(join(root, 'a.txt'), 'two\n');
    await mkdir(join(root, 'new one'));
    await writeFile(join(root, 'new one/b.txt'), '');
    const [status] = must(await openGit(root).listWorktrees());
    assert.deepEqual([status?.changed, status?.untracked, status?.dirty], [1, 1, ['a.txt', 'new one/']]);
  });

  it('knows where the remotes are, as git rewrites them, and notices a new one', async () => {
    const root = await buildState('plain', folder());
    const git = openGit(root);
    assert.deepEqual(await git.remoteUrls(), []);
    await plainGit(root, 'config', 'url.https://github.com/.insteadOf', 'hub:');
    await plainGit(root, 'remote', 'add', 'origin', 'hub:a/b');
    assert.deepEqual(await git.remoteUrls(), ['https://github.com/a/b']);
    assert.deepEqual(await openGit(folder()).remoteUrls(), []);
  });
});
