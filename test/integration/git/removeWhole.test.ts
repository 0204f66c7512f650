import assert from 'node:assert/strict';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitAdapter } from '../../../src/adapters/git/createGit.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, must, openGit, plainGit } from './support.ts';

describe('git: what no commit can hold of a worktree that a run owns', () => {
  const folder = useTempFolder();
  let git: GitAdapter;
  let root: string;
  let path: string;
  let seed: string;

  async function start(state: string, branch: string | null = null): Promise<void> {
    root = await buildState(state, folder());
    git = openGit(root);
    seed = must(await git.resolveBase(null)).commit;
    path = join(folder(), 'agent');
    must(await git.createWorktree({ path, branch, commit: seed }));
  }
  afterEach(async () => git?.settled());
  const exists = (file: string) =>
    access(file).then(
      () => true,
      () => false,
    );

  /** The worktree again, as its copy has it. */
  const again = async (name: string): Promise<void> => {
    await git.settled();
    assert.equal(await exists(path), false);
    must(await git.createWorktree({ path, branch: null, commit: seed }));
    must(await git.putBackWorktree(name, path));
  };

  it('keeps a repository within it, under the name that it tells', async () => {
    await start('plain');
    await plainGit(path, 'init', '-q', 'inner');
    await writeFile(join(path, 'inner/f'), 'only here\n');
    assert.deepEqual(must(await git.removeWorktree(path, 'w1', [])), { rescue: 'refs/mam/rescue/w1' });
    await again('w1');
    assert.equal(await readFile(join(path, 'inner/f'), 'utf8'), 'only here\n');
    assert.match(await plainGit(join(path, 'inner'), 'status', '--porcelain'), /^\?\? f$/);
  });

  it('removes a worktree with a submodule, and keeps commits that only the submodule has', async () => {
    await start('submodule');
    await plainGit(path, 'submodule', 'update', '-q', '--init');
    await plainGit(join(path, 'vendor/lib'), 'commit', '-q', '--allow-empty', '-m', 'only here');
    assert.deepEqual(must(await git.removeWorktree(path, 'w1', [])), { rescue: 'refs/mam/rescue/w1' });
    assert.ok(must(await git.listWorktrees()).every((one) => one.path !== path));
    await again('w1');
    assert.equal(await plainGit(join(path, 'vendor/lib'), 'log', '-1', '--format=%s'), 'only here');
  });

  it('needs no copy of a submodule that holds nothing of its own', async () => {
    await start('submodule');
    await plainGit(path, 'submodule', 'update', '-q', '--init');
    assert.deepEqual(must(await git.removeWorktree(path, 'w1', [])), { rescue: null });
  });

  it('keeps ignored files of any size and name up to a measure, and stays over it', async () => {
    await start('plain');
    await mkdir(join(path, 'node_modules'));
    await writeFile(join(path, 'node_modules/big'), Buffer.alloc(11 * 1024 * 1024, 7));
    const odd = Buffer.concat([Buffer.from(join(path, 'node_modules/caf')), Buffer.from([0xe9])]);
    await writeFile(odd, 'odd\n');
    const refused = await git.removeWorktree(path, 'w1', [], 1024 * 1024);
    assert.ok(!refused.ok);
    assert.deepEqual([refused.error.code, refused.error.params['size']], ['worktree.rescueAsks', 12]);
    assert.equal((await readFile(join(path, 'node_modules/big'))).length, 11 * 1024 * 1024);
    must(await git.proveIsolation(path));
    const { rescue } = must(await git.removeWorktree(path, 'w1', [], 100 * 1024 * 1024));
    assert.ok(rescue !== null);
    await again(rescue.replace('refs/mam/rescue/', ''));
    assert.deepEqual(await readFile(join(path, 'node_modules/big')), Buffer.alloc(11 * 1024 * 1024, 7));
    assert.equal(await readFile(odd, 'utf8'), 'odd\n');
  });

  it('stays where another worktree lies in it', async () => {
    await start('plain');
    await plainGit(path, 'worktree', 'add', '-q', '--detach', 'inner');
    await writeFile(join(path, 'inner/a.txt'), 'mine\n');
    const refused = await git.removeWorktree(path, 'w1', []);
    assert.ok(!refused.ok);
    assert.deepEqual(
      [refused.error.code, refused.error.params['nested']],
      ['worktree.holdsWorktree', join(path, 'inner')],
    );
    assert.deepEqual(must(await git.lookAtWorktree(path)).nested, [join(path, 'inner')]);
    assert.equal(await plainGit(join(path, 'inner'), 'status', '--porcelain'), ' M a.txt');
    must(await git.removeWorktree(join(path, 'inner'), 'w0', []));
    must(await git.removeWorktree(path, 'w1', []));
  });
});
