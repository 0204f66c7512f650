import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCalls } from '../../../src/adapters/git/calls.ts';
import { roomProblem } from '../../../src/adapters/git/pathRoom.ts';
import { findRepository } from '../../../src/adapters/git/repository.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit, testEnvironment } from './support.ts';

describe('git: making worktrees', () => {
  const folder = useTempFolder();

  /** A git that counts its processes, past what it asks once. */
  async function counted(root: string) {
    const words: string[] = [];
    const git = openGit(root, {
      run: (spec, signal) => {
        words.push(spec.argv.find((word) => /^(?:worktree|reset|rev-parse)$/.test(word)) ?? spec.argv.join(' '));
        return runProcess(spec, signal);
      },
    });
    const { commit } = must(await git.resolveBase(null));
    words.length = 0;
    return { git, commit, words };
  }

  it('starts git once', async () => {
    const root = await buildState('plain', folder());
    const { git, commit, words } = await counted(root);
    const path = join(folder(), 'wt');
    assert.deepEqual(must(await git.createWorktree({ path, branch: null, commit })), { warning: null });
    assert.deepEqual(words, ['worktree']);
    assert.equal(await readFile(join(path, 'a.txt'), 'utf8'), 'one\n');
    assert.equal(await plainGit(path, 'status', '--porcelain'), '');
  });

  it('asks git for its top folder where worktrees can have a configuration of their own', async () => {
    const root = await buildState('plain', folder());
    await plainGit(root, 'config', 'extensions.worktreeConfig', 'true');
    const { git, commit, words } = await counted(root);
    must(await git.createWorktree({ path: join(folder(), 'wt'), branch: null, commit }));
    assert.deepEqual(words, ['worktree', 'rev-parse']);
  });

  it('refuses a folder whose name is too long, and reads everything else as ever when one was noted', async () => {
    const root = await buildState('plain', folder());
    const { git, commit, words } = await counted(root);
    for (const [bytes, code] of [
      [300, 'worktree.nameTooLong'],
      [201, 'worktree.nameTooLong'],
      [200, 'ok'],
    ] as const) {
      const path = join(folder(), 'x'.repeat(bytes));
      assert.equal(codeOf(await git.createWorktree({ path, branch: null, commit })), code, `${bytes}`);
      must(await git.listLinked([path]));
    }
    assert.deepEqual(words.filter((word) => word === 'worktree').length, 1);
    // A name of 200 bytes leaves room for what it is called while it is removed.
    const path = join(folder(), 'x'.repeat(200));
    must(await git.removeWorktree(path, 'r', []));
    await git.settled();
    assert.equal(existsSync(path), false);
  });

  it('looks at the files of the commit on Windows alone, and not where git was told to go beyond', async () => {
    const root = await buildState('plain', folder());
    const { commit } = must(await openGit(root).resolveBase(null));
    const calls = createCalls({ git: 'git', env: testEnvironment(folder()), run: runProcess, now: Date.now });
    const repository = must(await findRepository(calls, root));
    const files = (await plainGit(root, 'ls-tree', '-r', '--name-only', commit)).split('\n');
    const longest = Math.max(...files.map((file) => file.length));
    const spec = { path: `/${'d'.repeat(99)}/`.padEnd(259 - 1 - longest, 'w'), branch: null, commit };
    const codeOn = async (platform: NodeJS.Platform) =>
      (await roomProblem(calls, repository, spec, platform))?.code ?? 'ok';
    assert.equal(await codeOn('win32'), 'ok');
    spec.path += 'x';
    assert.deepEqual([await codeOn('win32'), await codeOn('linux')], ['worktree.pathTooLong', 'ok']);
    await plainGit(root, 'config', 'core.longpaths', 'true');
    assert.equal(await codeOn('win32'), 'ok');
  });

  it('fetches what a partial clone lacks; where it can’t, says what is missing and leaves nothing', async () => {
    const there = await buildState('plain', folder());
    await plainGit(there, 'config', 'uploadpack.allowFilter', 'true');
    const first = await plainGit(there, 'rev-parse', 'HEAD');
    await writeFile(join(there, 'a.txt'), 'two\n');
    await plainGit(there, 'commit', '-qam', 'two');
    const root = join(folder(), 'partial');
    await plainGit(folder(), 'clone', '-q', '--filter=blob:none', `file://${there}`, root);
    const git = openGit(root);
    const spec = { path: join(folder(), 'wt'), branch: 'w', commit: first };
    await rename(there, join(folder(), 'away'));
    const failed = await git.createWorktree(spec);
    assert.equal(codeOf(failed), 'worktree.failed');
    assert.match(failed.ok ? '' : String(failed.error.params['reason']), /could not fetch [0-9a-f]{40}/);
    await git.settled();
    assert.deepEqual([existsSync(spec.path), await plainGit(root, 'branch', '--list', 'w')], [false, '']);
    await rename(join(folder(), 'away'), there);
    must(await git.createWorktree(spec));
    assert.equal(await readFile(join(spec.path, 'a.txt'), 'utf8'), 'one\n');
  });

  it('leaves nothing on a disk that is full, neither there nor in the repository', async function () {
    const root = await buildState('plain', folder());
    await writeFile(join(root, 'large'), randomBytes(3_000_000));
    await plainGit(root, 'add', '-A');
    await plainGit(root, 'commit', '-qm', 'large');
    const disk = join(folder(), 'disk');
    await mkdir(disk);
    // A file system of its own, which ends with its mount namespace.
    const script = fileURLToPath(new URL('fullDisk.ts', import.meta.url));
    const steps = 'mount -t tmpfs -o size=1m tmpfs "$1" || exit 77; shift; exec "$@"';
    const args = [
      '-m',
      'sh',
      '-c',
      steps,
      'sh',
      disk,
      process.execPath,
      script,
      disk,
      await plainGit(root, 'rev-parse', 'HEAD'),
    ];
    const ran = spawnSync('unshare', args, { encoding: 'utf8' });
    if (ran.error || ran.status === 77 || ran.stderr.startsWith('unshare:')) this.skip();
    assert.equal(ran.status, 0, ran.stderr);
    const left = { folder: [], branch: '', listed: 1 };
    assert.deepEqual(JSON.parse(ran.stdout), { code: 'worktree.failed', left, small: true });
  });

  it('takes away what it made when the files can’t be checked out', async () => {
    const root = await buildState('plain', folder());
    await plainGit(root, 'config', 'filter.bad.smudge', 'false');
    await plainGit(root, 'config', 'filter.bad.required', 'true');
    await writeFile(join(root, '.gitattributes'), 'bad filter=bad\n');
    await writeFile(join(root, 'bad'), 'b\n');
    await plainGit(root, '-c', 'filter.bad.required=false', 'add', '-A');
    await plainGit(root, '-c', 'filter.bad.required=false', 'commit', '-qm', 'bad');
    const { git, commit } = await counted(root);
    const path = join(folder(), 'wt');
    const made = await git.createWorktree({ path, branch: 'task', commit });
    assert.equal(codeOf(made), 'worktree.failed');
    assert.match(made.ok ? '' : String(made.error.params['reason']), /smudge filter bad failed/);
    assert.deepEqual(must(await git.refs(['refs/heads/task'])), {});
    assert.equal(must(await git.listWorktrees()).length, 1);
    await plainGit(root, 'config', 'filter.bad.smudge', 'cat');
    must(await git.createWorktree({ path, branch: 'task', commit }));
    await git.settled();
  });
});
