import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitAdapter } from '../../../src/adapters/git/createGit.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, must, openGit, plainGit } from './support.ts';

/** Names of bytes that are no UTF-8. */
const odd = (folder: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/${name}`), Buffer.from([0xe9]), Buffer.from('.txt')]);

describe('git: work that hides from a look', () => {
  const folder = useTempFolder();
  const open = async (state: string) => {
    const repo = await buildState(state, folder());
    const git = openGit(repo);
    const path = join(folder(), 'wt');
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'w', commit }));
    return { repo, git, path, commit };
  };
  const again = async (git: GitAdapter, path: string, commit: string): Promise<void> => {
    await git.settled();
    assert.equal(existsSync(path), false);
    must(await git.createWorktree({ path, branch: 'w', commit }));
    must(await git.putBackWorktree('o-1', path));
  };

  for (const inMain of [false, true])
    it(`keeps an ignored file whose name is no text${inMain ? ', although main has the folder' : ''}`, async () => {
      const { repo, git, path, commit } = await open('plain');
      await appendFile(join(repo, '.git/info/exclude'), '/data\n');
      await mkdir(join(path, 'data/deep'), { recursive: true });
      if (inMain) await mkdir(join(repo, 'data/deep'), { recursive: true });
      await writeFile(odd(join(path, 'data/deep'), 'caf'), 'my work');
      assert.deepEqual([...must(await git.lookAtWorktree(path)).ignored], ['data/']);
      must(await git.removeWholeWorktree(path, 'o-1'));
      await again(git, path, commit);
      assert.equal(await readFile(odd(join(path, 'data/deep'), 'caf'), 'utf8'), 'my work');
    });

  it('counts an ignored folder as shared only where main has it', async () => {
    const { repo, git, path } = await open('plain');
    await appendFile(join(repo, '.git/info/exclude'), '/data\n');
    await mkdir(join(path, 'data/own'), { recursive: true });
    await writeFile(join(path, 'data/same'), 'same\n');
    await mkdir(join(repo, 'data'));
    await writeFile(join(repo, 'data/same'), 'same\n');
    assert.deepEqual([...must(await git.lookAtWorktree(path)).ignored], ['data/']);
    await mkdir(join(repo, 'data/own'));
    assert.deepEqual([...must(await git.lookAtWorktree(path)).ignored], []);
  });

  const hides: readonly (readonly [string, (lib: string) => Promise<unknown>, boolean])[] = [
    ['a stash', async (lib) => plainGit(lib, 'stash', '-q'), true],
    [
      'a commit that only a tag leads to',
      async (lib) => {
        await plainGit(lib, 'commit', '-qam', 'mine');
        await plainGit(lib, 'tag', 'mine');
        await plainGit(lib, 'checkout', '-q', '--detach', 'HEAD^');
      },
      true,
    ],
    [
      'a change behind a mark of the index',
      async (lib) => plainGit(lib, 'update-index', '--assume-unchanged', 'a.txt'),
      false,
    ],
  ];
  for (const [what, hide, committed] of hides)
    it(`keeps ${what} in a submodule`, async () => {
      const { git, path, commit } = await open('submodule');
      await plainGit(path, 'submodule', 'update', '--quiet', '--init');
      const lib = join(path, 'vendor/lib');
      const file = 'a.txt';
      await writeFile(join(lib, file), 'my work\n');
      await hide(lib);
      assert.equal(await plainGit(lib, 'status', '--porcelain'), '');
      const all = async () => [await plainGit(lib, 'for-each-ref'), await readFile(join(lib, file), 'utf8')];
      const before = await all();
      const [sight] = must(await git.lookAtWorktree(path)).submodules;
      assert.deepEqual([sight?.changed, (sight?.unpushed ?? 0) > 0], [!committed, committed]);
      must(await git.removeWholeWorktree(path, 'o-1'));
      await again(git, path, commit);
      assert.deepEqual(await all(), before);
    });
});
