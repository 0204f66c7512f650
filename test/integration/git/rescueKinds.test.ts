import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { GitAdapter } from '../../../src/adapters/git/createGit.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { folderSnapshot } from '../../builders/folderSnapshot.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: what a copy of a worktree is', () => {
  const folder = useTempFolder();
  const start = async (state = 'plain') => {
    const repo = await buildState(state, folder());
    const git = openGit(repo);
    const path = join(folder(), 'wt');
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'w', commit }));
    await appendFile(join(repo, '.git/info/exclude'), '/data\n');
    return { repo, git, path, commit };
  };
  const again = async (git: GitAdapter, path: string, commit: string): Promise<void> => {
    await git.settled();
    assert.equal(existsSync(path), false);
    must(await git.createWorktree({ path, branch: 'w', commit }));
    must(await git.putBackWorktree('w-1', path));
  };
  const status = (path: string) => plainGit(path, 'status', '--porcelain=v2', '--ignored', '--untracked-files=all');
  /** Git that does something of the test's before each call that says `word`. */
  const interfering = (repo: string, word: string, meanwhile: (count: number) => Promise<unknown>) => {
    let count = 0;
    return openGit(repo, {
      run: async (spec, signal) => {
        if (spec.argv.includes(word)) await meanwhile((count += 1));
        return runProcess(spec, signal);
      },
    });
  };

  it('is its own: who still has the files open can’t change it', async () => {
    const { git, path, commit, repo } = await start();
    await mkdir(join(path, 'data'));
    for (const name of ['new', 'data/ignored']) await writeFile(join(path, name), 'before\n');
    const files = [await open(join(path, 'new'), 'r+'), await open(join(path, 'data/ignored'), 'r+')];
    const held = await folderSnapshot(path);
    must(await git.removeWholeWorktree(path, 'w-1'));
    for (const file of files) {
      await file.write('AFTER!', 0);
      await file.close();
    }
    const [kept] = await readdir(join(repo, '.git/mam/rescued'));
    const { nlink, mode } = await stat(join(repo, '.git/mam/rescued', kept ?? '', 'files/data/ignored'));
    assert.deepEqual([nlink, mode & 0o777], [1, 0o600]);
    await again(git, path, commit);
    assert.deepEqual(await folderSnapshot(path), held);
  });

  it('is read again when files change meanwhile', async () => {
    const { path, commit, repo } = await start();
    await writeFile(join(path, 'new'), '0\n');
    const aside = join(folder(), '.wt.mam-removing');
    const git = interfering(repo, 'ls-files', async (count) => {
      if (count <= 3) await appendFile(join(aside, 'new'), `${count}\n`).catch(() => undefined);
    });
    must(await git.removeWholeWorktree(path, 'w-1'));
    await again(git, path, commit);
    assert.equal(await readFile(join(path, 'new'), 'utf8'), '0\n1\n2\n3\n');
  });

  it('is none of files that never hold still: the worktree stays', async () => {
    const { path, repo } = await start();
    await writeFile(join(path, 'new'), '0\n');
    const aside = join(folder(), '.wt.mam-removing');
    const git = interfering(repo, 'ls-files', (count) =>
      appendFile(join(aside, 'new'), `${count}\n`).catch(() => undefined),
    );
    assert.equal(codeOf(await git.removeWholeWorktree(path, 'w-1')), 'capture.unstable');
    must(await git.proveIsolation(path));
    assert.match(await readFile(join(path, 'new'), 'utf8'), /^0\n1\n/);
    assert.deepEqual(await readdir(join(repo, '.git/mam/rescued')).catch(() => []), []);
  });

  it('holds what git says nothing of, and every mode', async () => {
    const { git, path, commit } = await start();
    await mkdir(join(path, 'empty/inner'), { recursive: true });
    await mkdir(join(path, 'shut'));
    await writeFile(join(path, 'shut/f'), 'f');
    await writeFile(join(path, 'none'), '');
    await writeFile(join(path, '😀 -n'), 'x');
    await writeFile(Buffer.concat([Buffer.from(join(path, 'caf')), Buffer.from([0xe9, 0xf0, 0x9f])]), 'odd');
    await symlink('a.txt', join(path, 'link'));
    await chmod(join(path, 'a.txt'), 0o664);
    await chmod(join(path, 'none'), 0o000);
    await chmod(join(path, 'empty'), 0o2770);
    await chmod(join(path, 'shut'), 0o555);
    await chmod(path, 0o700);
    const [held, said] = [await folderSnapshot(path), await status(path)];
    must(await git.removeWholeWorktree(path, 'w-1'));
    await again(git, path, commit);
    assert.deepEqual(await folderSnapshot(path), held);
    assert.equal(await status(path), said);
    assert.equal((await stat(path)).mode & 0o777, 0o700);
    const raw = await readdir(path, { encoding: 'buffer' });
    assert.ok(raw.some((name) => name.equals(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0xf0, 0x9f]))));
  });

  it('names sockets and pipes, which it can’t hold, and goes on without them', async () => {
    const { git, path, repo, commit } = await start();
    await mkdir(join(path, 'data'));
    execFileSync('mkfifo', [join(path, 'pipe'), join(path, 'data/pipe')]);
    const servers = [];
    for (const place of [join(path, 's'), join(repo, '.git/worktrees/wt/fsmonitor--daemon.ipc')]) {
      const server = createServer();
      await new Promise<void>((done) => server.listen(place, done));
      servers.push(server);
    }
    await writeFile(join(path, 'data/f'), 'f');
    assert.deepEqual([...must(await git.lookAtWorktree(path)).specials].toSorted(), ['data/pipe', 'pipe', 's']);
    must(await git.removeWholeWorktree(path, 'w-1'));
    for (const server of servers) await new Promise((done) => server.close(done));
    assert.deepEqual([...(must(await git.keptWorktree('w-1'))?.specials ?? [])].toSorted(), ['data/pipe', 'pipe', 's']);
    await again(git, path, commit);
    assert.deepEqual(await readdir(join(path, 'data')), ['f']);
  });

  it('is told where nobody can read what it holds, and nothing of it is touched', async () => {
    const { git, path, repo, commit } = await start();
    await writeFile(join(path, 'new'), 'mine\n');
    must(await git.removeWholeWorktree(path, 'w-1'));
    await git.settled();
    const [name = ''] = await readdir(join(repo, '.git/mam/rescued'));
    const manifest = join(repo, '.git/mam/rescued', name, 'manifest.json');
    const whole = await readFile(manifest, 'utf8');
    must(await git.createWorktree({ path, branch: 'w', commit }));
    const wrong = [
      whole.slice(0, -20),
      whole.replace('"version":2', '"version":3'),
      whole.replace('"path":"new"', '"path":"../../new"'),
      whole.replace('"path":"new"', '"path":".git/new"'),
      '',
    ];
    for (const text of [...wrong, null]) {
      if (text === null) await rm(manifest);
      else await writeFile(manifest, text);
      assert.deepEqual(
        [codeOf(await git.keptWorktree('w-1')), codeOf(await git.putBackWorktree('w-1', path))],
        ['rescue.unreadable', 'rescue.unreadable'],
        text ?? 'none',
      );
    }
    assert.equal(await plainGit(path, 'status', '--porcelain'), '');
    // Another worktree gets another name, and both stay.
    await writeFile(join(path, 'new'), 'mine\n');
    assert.deepEqual(must(await git.removeWholeWorktree(path, 'w-1')), { rescue: 'refs/mam/rescue/w-1-2' });
    assert.equal((await readdir(join(repo, '.git/mam/rescued'))).length, 2);
    await git.settled();
  });

  it('takes nothing away through a link of the commit', async () => {
    const { git, path, repo } = await start();
    await mkdir(join(folder(), 'home'));
    await writeFile(join(folder(), 'home/f'), 'a person’s\n');
    await symlink(join(folder(), 'home'), join(repo, 'out'));
    await plainGit(repo, 'add', 'out');
    await plainGit(repo, 'commit', '-qm', 'link');
    const commit = await plainGit(repo, 'rev-parse', 'HEAD');
    must(await git.removeWholeWorktree(path, 'w-0'));
    await git.settled();
    await plainGit(repo, 'branch', '-f', 'w', commit);
    must(await git.createWorktree({ path, branch: 'w', commit }));
    // A folder stands where the link was; one of its files is staged and gone, the other one is there.
    await rm(join(path, 'out'));
    await mkdir(join(path, 'out'));
    for (const name of ['f', 'g']) await writeFile(join(path, 'out', name), 'mine\n');
    await plainGit(path, 'add', '-A');
    await rm(join(path, 'out/f'));
    const [held, said] = [await folderSnapshot(path), await status(path)];
    must(await git.removeWholeWorktree(path, 'w-1'));
    await again(git, path, commit);
    assert.equal(await readFile(join(folder(), 'home/f'), 'utf8'), 'a person’s\n');
    assert.deepEqual([await folderSnapshot(path), await status(path)], [held, said]);
  });

  it('has no file that its sparse checkout had not', async () => {
    const { git, path, commit } = await start('sparse');
    await plainGit(path, 'sparse-checkout', 'set', 'nothing');
    await writeFile(join(path, 'new'), 'mine\n');
    const held = await folderSnapshot(path);
    must(await git.removeWholeWorktree(path, 'w-1'));
    await again(git, path, commit);
    assert.deepEqual(await folderSnapshot(path), held);
  });
});
