import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderSnapshot } from '../../builders/folderSnapshot.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit, testEnvironment } from './support.ts';

const worker = fileURLToPath(new URL('./removeWorker.ts', import.meta.url));

describe('git: a removal that is killed', () => {
  const folder = useTempFolder();

  const points: readonly (readonly [when: string, word: string, count: number])[] = [
    ['before it looked', 'status', 1],
    ['before anything was kept', 'commit-tree', 1],
    ['before its commit had a name', 'update-ref', 1],
    ['before a file was copied', 'ls-files', 2],
    ['before the copy was whole', 'status', 3],
  ];
  for (const [when, word, count] of points)
    it(`goes on where it was, and all comes back: killed ${when}`, async () => {
      const root = await buildState('plain', folder());
      const path = join(folder(), 'wt');
      const git = openGit(root);
      const { commit } = must(await git.resolveBase(null));
      must(await git.createWorktree({ path, branch: 'w', commit }));
      await writeFile(join(path, 'a.txt'), 'staged\n');
      await plainGit(path, 'add', 'a.txt');
      await appendFile(join(path, 'a.txt'), 'unstaged\n');
      await writeFile(join(path, '.env'), 'KEY=1\n');
      await chmod(join(path, '.env'), 0o600);
      await plainGit(path, 'init', '-q', 'inner');
      await writeFile(join(path, 'inner/f'), 'f\n');
      const status = () => plainGit(path, 'status', '--porcelain=v2', '--ignored');
      const [held, said] = [await folderSnapshot(path), await status()];
      const child = fork(worker, [root, path, word, String(count)], {
        env: testEnvironment(folder()),
        stdio: 'ignore',
      });
      const [, signal] = await once(child, 'exit');
      assert.equal(signal, 'SIGKILL');
      // No command of a person is run where its folder is no more.
      assert.equal(must(await git.lookAtWorktree(path)).folder, 'aside');
      assert.deepEqual(must(await git.removeWholeWorktree(path, 'w-1')), { rescue: 'refs/mam/rescue/w-1' });
      await git.settled();
      assert.deepEqual(await readdir(folder()), ['repo']);
      must(await git.createWorktree({ path, branch: 'w', commit }));
      must(await git.putBackWorktree('w-1', path));
      assert.deepEqual([await folderSnapshot(path), await status()], [held, said]);
    });

  it('leaves what it was putting back locked, with the way to a whole one', async () => {
    const root = await buildState('plain', folder());
    const path = join(folder(), 'wt');
    const git = openGit(root);
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'w', commit }));
    await writeFile(join(path, 'new'), 'mine\n');
    must(await git.removeWholeWorktree(path, 'w-1'));
    await git.settled();
    must(await git.createWorktree({ path, branch: 'w', commit }));
    // Something that is no file any more stands for a disk that fails.
    const [kept = ''] = await readdir(join(root, '.git/mam/rescued'));
    const file = join(root, '.git/mam/rescued', kept, 'files/new');
    await rename(file, `${file}.away`);
    assert.equal(codeOf(await git.putBackWorktree('w-1', path)), 'rescue.notPutBack');
    assert.match(must(await git.lookAtWorktree(path)).locked ?? '', /mam rescue restore w-1$/);
    await rename(`${file}.away`, file);
    must(await git.putBackWorktree('w-1', path));
    assert.equal(must(await git.lookAtWorktree(path)).locked, null);
    assert.ok(existsSync(join(path, 'new')));
  });
});
