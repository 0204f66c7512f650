import assert from 'node:assert/strict';
import { access, chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitAdapter } from '../../../src/adapters/git/createGit.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: removing worktrees', () => {
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
  const show = (what: string) => plainGit(root, 'show', what);
  const files = (ref: string) => plainGit(root, 'ls-tree', '-r', '--name-only', ref);

  it('keeps changed, untracked, staged and ignored files', async () => {
    await start('plain');
    await writeFile(join(path, 'a.txt'), 'staged\n');
    await plainGit(path, 'add', 'a.txt');
    await writeFile(join(path, 'a.txt'), 'changed\n');
    await writeFile(join(path, 'new'), 'n\n');
    await writeFile(join(path, '.env'), 'KEY=1\n');
    await mkdir(join(path, 'node_modules'));
    await writeFile(join(path, 'node_modules/big'), Buffer.alloc(11 * 1024 * 1024));
    const { rescue } = must(await git.removeWorktree(path, 'w1', []));
    assert.equal(rescue, 'refs/mam/rescue/w1');
    assert.deepEqual((await files(rescue)).split('\n'), ['.env', '.gitignore', 'a.txt', 'new']);
    assert.deepEqual(
      [
        await show(`${rescue}:a.txt`),
        await show(`${rescue}^2:a.txt`),
        await plainGit(root, 'rev-parse', `${rescue}^1`),
      ],
      ['changed', 'staged', seed],
    );
    assert.match(await plainGit(root, 'log', '-1', '--format=%B', rescue), /Ignored files: 2, kept: 1/);
    assert.equal(await exists(path), false);
    await git.settled();
    assert.deepEqual(await readdir(join(root, '.git/mam/trash')), []);
    assert.equal(await exists(join(root, '.git/worktrees/agent')), false);
  });

  it('keeps a commit that is on no branch, and needs no copy of one that is', async () => {
    await start('plain');
    await plainGit(path, 'commit', '-q', '--allow-empty', '-m', 'mine');
    const head = await plainGit(path, 'rev-parse', 'HEAD');
    const { rescue } = must(await git.removeWorktree(path, 'w1', []));
    assert.equal(await plainGit(root, 'rev-parse', `${rescue}^1`), head);
    must(await git.createWorktree({ path, branch: 'task', commit: seed }));
    await plainGit(path, 'commit', '-q', '--allow-empty', '-m', 'mine too');
    assert.equal(must(await git.removeWorktree(path, 'w2', [])).rescue, null);
    assert.equal(await plainGit(root, 'log', '-1', '--format=%s', 'task'), 'mine too');
  });

  it('keeps what differs only in what was staged, or in the commits below, beside an earlier copy of the same files', async () => {
    await start('plain');
    const leave = async (staged: string): Promise<string | null> => {
      await writeFile(join(path, 'a.txt'), staged);
      await plainGit(path, 'add', 'a.txt');
      await writeFile(join(path, 'a.txt'), 'changed\n');
      const { rescue } = must(await git.removeWorktree(path, 'w', []));
      must(await git.createWorktree({ path, branch: null, commit: seed }));
      return rescue;
    };
    const refs = [await leave('first\n'), await leave('second\n'), await leave('first\n')];
    assert.deepEqual(refs, ['refs/mam/rescue/w', 'refs/mam/rescue/w-2', 'refs/mam/rescue/w']);
    assert.deepEqual(
      [await show('refs/mam/rescue/w^2:a.txt'), await show('refs/mam/rescue/w-2^2:a.txt')],
      ['first', 'second'],
    );
    for (const said of ['mine', 'mine too']) {
      await plainGit(path, 'commit', '-q', '--allow-empty', '-m', said);
      const { rescue } = must(await git.removeWorktree(path, 'c', []));
      assert.equal(await plainGit(root, 'log', '-1', '--format=%s', `${rescue}^1`), said);
      must(await git.createWorktree({ path, branch: null, commit: seed }));
    }
  });

  it('takes a free name when the wanted one holds something else, and its own copy when a crash came between', async () => {
    await start('plain');
    await writeFile(join(path, 'new'), '1\n');
    must(await git.removeWorktree(path, 'w', []));
    // The removal again after a crash that lost the answer.
    assert.deepEqual(must(await git.removeWorktree(path, 'w', [])), { rescue: 'refs/mam/rescue/w' });
    for (const [text, ref] of [
      ['1\n', 'refs/mam/rescue/w'],
      ['2\n', 'refs/mam/rescue/w-2'],
    ] as const) {
      must(await git.createWorktree({ path, branch: null, commit: seed }));
      await writeFile(join(path, 'new'), text);
      assert.deepEqual(must(await git.removeWorktree(path, 'w', [])), { rescue: ref });
    }
    assert.equal(await show('refs/mam/rescue/w:new'), '1');
  });

  it('leaves a locked worktree, the main checkout and what is no worktree as they are', async () => {
    await start('locked');
    const locked = await git.removeWorktree(join(folder(), 'wt'), 'x', []);
    assert.ok(!locked.ok);
    assert.deepEqual([locked.error.code, locked.error.params['reason']], ['worktree.locked', 'agent 4242']);
    assert.ok(await exists(join(folder(), 'wt/a.txt')));
    await mkdir(join(folder(), 'mine'));
    await writeFile(join(folder(), 'mine/f'), 'f');
    for (const other of [root, join(folder(), 'mine')])
      assert.equal(codeOf(await git.removeWorktree(other, 'x', [])), 'worktree.notLinked');
    assert.ok(await exists(join(folder(), 'mine/f')));
    // Also when only its entry is left, git's own remedy would not help.
    await rm(join(folder(), 'wt'), { recursive: true });
    assert.equal(codeOf(await git.removeWorktree(join(folder(), 'wt'), 'x', [])), 'worktree.locked');
  });

  it('forgets exactly the entry of a worktree that was deleted by hand, and keeps its commit', async () => {
    await start('prunable');
    await plainGit(path, 'commit', '-q', '--allow-empty', '-m', 'mine');
    const head = await plainGit(path, 'rev-parse', 'HEAD');
    await rm(path, { recursive: true });
    const { rescue } = must(await git.removeWorktree(path, 'w1', []));
    assert.equal(await plainGit(root, 'rev-parse', rescue ?? ''), head);
    const left = must(await git.listWorktrees()).map((one) => [one.path, one.prunable !== null]);
    assert.deepEqual(left, [
      [root, false],
      [join(folder(), 'wt'), true],
    ]);
  });

  it('removes an emptied folder without taking the main checkout for it', async () => {
    await start('plain');
    await rm(path, { recursive: true });
    await mkdir(path);
    must(await git.removeWorktree(path, 'w1', []));
    assert.equal(await exists(path), false);
    assert.ok(await exists(join(root, 'a.txt')));
  });

  it('deletes folders that forbid writing', async () => {
    await start('plain');
    await mkdir(join(path, 'node_modules/cache'), { recursive: true });
    await writeFile(join(path, 'node_modules/cache/f'), 'f');
    await chmod(join(path, 'node_modules/cache'), 0o555);
    must(await git.removeWorktree(path, 'w1', []));
    await git.settled();
    assert.deepEqual(await readdir(join(root, '.git/mam/trash')), []);
  });

  it('needs no copy of commits whose trees are known, and keeps one whose tree is not', async () => {
    await start('plain');
    const commitFile = async (text: string): Promise<string> => {
      await writeFile(join(path, 'a.txt'), text);
      await plainGit(path, 'commit', '-q', '-a', '-m', 'mine');
      return plainGit(path, 'rev-parse', 'HEAD^{tree}');
    };
    await commitFile('step\n');
    const tree = await commitFile('end\n');
    assert.deepEqual(must(await git.removeWorktree(path, 'steps', [tree])), { rescue: 'refs/mam/rescue/steps' });
    must(await git.createWorktree({ path, branch: null, commit: seed }));
    const other = await commitFile('other\n');
    assert.deepEqual(must(await git.removeWorktree(path, 'known', [tree, other])), { rescue: null });
    assert.equal(await exists(path), false);
  });

  /** Git that does something of the test's once, around the first call that says `word`. */
  const interfering = (
    word: string,
    around: (call: () => ReturnType<typeof runProcess>) => ReturnType<typeof runProcess>,
  ) => {
    let left = 1;
    return openGit(root, {
      run: (spec, signal) => {
        const call = () => runProcess(spec, signal);
        return spec.argv.includes(word) && left-- > 0 ? around(call) : call();
      },
    });
  };
  const refused = async (call: () => ReturnType<typeof runProcess>) => ({
    ...(await call()),
    exitCode: 128,
    stderr: Buffer.from('fatal: no room'),
  });

  it('leaves what a person saves in its place during the rescue', async () => {
    await start('plain');
    await writeFile(join(path, 'a.txt'), 'changed\n');
    git = interfering('commit-tree', async (call) => {
      const end = await call();
      // As an editor saves: it makes the folder again when that is gone.
      await mkdir(path, { recursive: true });
      await writeFile(join(path, 'late.txt'), 'late\n');
      return end;
    });
    const { rescue } = must(await git.removeWorktree(path, 'w1', []));
    assert.deepEqual((await files(rescue ?? '')).split('\n'), ['.gitignore', 'a.txt']);
    assert.deepEqual(await readdir(path), ['late.txt']);
    assert.equal(must(await git.listWorktrees()).length, 1);
    await git.settled();
    assert.deepEqual(await readdir(folder()), ['agent', 'repo']);
  });

  it('puts everything back when the rescue fails', async () => {
    await start('plain');
    await writeFile(join(path, 'a.txt'), 'changed\n');
    git = interfering('commit-tree', refused);
    assert.equal(codeOf(await git.removeWorktree(path, 'w1', [])), 'git.failed');
    assert.equal(await readFile(join(path, 'a.txt'), 'utf8'), 'changed\n');
    must(await git.proveIsolation(path));
    assert.deepEqual(await readdir(folder()), ['agent', 'repo']);
    assert.deepEqual(must(await git.removeWorktree(path, 'w1', [])), { rescue: 'refs/mam/rescue/w1' });
  });

  it('says where the files are when the rescue fails and something new is in their place', async () => {
    await start('plain');
    await writeFile(join(path, 'a.txt'), 'changed\n');
    git = interfering('commit-tree', async (call) => {
      await mkdir(path);
      await writeFile(join(path, 'late.txt'), 'late\n');
      return refused(call);
    });
    const removed = await git.removeWorktree(path, 'w1', []);
    assert.ok(!removed.ok);
    const aside = join(folder(), '.agent.mam-removing');
    assert.deepEqual([removed.error.code, removed.error.params['path']], ['worktree.notMoved', aside]);
    assert.equal(await readFile(join(aside, 'a.txt'), 'utf8'), 'changed\n');
    assert.deepEqual(must(await git.removeWorktree(path, 'w1', [])), { rescue: 'refs/mam/rescue/w1' });
    assert.deepEqual(await readdir(path), ['late.txt']);
    assert.equal(await exists(aside), false);
  });

  const halfway: readonly (readonly [string, (aside: string) => Promise<void>])[] = [
    ['before the folder was moved', async () => undefined],
    ['after the folder was moved', (aside) => rename(path, aside)],
  ];
  for (const [when, crash] of halfway)
    it(`goes on with a removal that a crash ended ${when}`, async () => {
      await start('plain');
      await writeFile(join(path, 'a.txt'), 'changed\n');
      const aside = join(folder(), '.agent.mam-removing');
      await writeFile(join(root, '.git/worktrees/agent/gitdir'), `${aside}/.git\n`);
      await crash(aside);
      assert.deepEqual(must(await git.removeWorktree(path, 'w1', [])), { rescue: 'refs/mam/rescue/w1' });
      assert.equal(await show('refs/mam/rescue/w1:a.txt'), 'changed');
      await git.settled();
      assert.deepEqual(await readdir(folder()), ['repo']);
      assert.equal(must(await git.listWorktrees()).length, 1);
    });

  it('goes on with a removal that a crash ended before git forgot the entry, and leaves a new folder alone', async () => {
    await start('plain');
    const aside = join(folder(), '.agent.mam-removing');
    await writeFile(join(root, '.git/worktrees/agent/gitdir'), `${aside}/.git\n`);
    await rm(path, { recursive: true });
    await mkdir(path);
    await writeFile(join(path, 'late.txt'), 'late\n');
    assert.deepEqual(must(await git.removeWorktree(path, 'w1', [])), { rescue: null });
    assert.deepEqual(await readdir(path), ['late.txt']);
    assert.equal(must(await git.listWorktrees()).length, 1);
  });

  it('names worktrees as they were asked for, whatever links lead to them', async () => {
    await start('plain');
    await symlink(folder(), join(folder(), 'link'));
    const asked = join(folder(), 'link/agent');
    const paths = async (...wanted: string[]) =>
      must(await git.listWorktrees(undefined, wanted)).map((one) => one.path);
    assert.deepEqual(
      [await paths(), await paths(asked)],
      [
        [root, path],
        [root, asked],
      ],
    );
    assert.deepEqual(must(await git.removeWorktree(asked, 'w1', [])), { rescue: null });
    assert.deepEqual(await paths(asked), [root]);
  });
});
