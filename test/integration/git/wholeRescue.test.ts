import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderSnapshot } from '../../builders/folderSnapshot.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: a worktree that a person removes', () => {
  const folder = useTempFolder();
  const open = async (state: string) => {
    const repo = await buildState(state, folder());
    const git = openGit(repo);
    const path = join(folder(), 'wt');
    return { repo, git, path };
  };
  const openAgain = async (state: string, name: string) => {
    const own = join(folder(), name);
    await mkdir(own);
    const repo = await buildState(state, own);
    return { repo, git: openGit(repo), path: join(own, 'wt') };
  };
  const status = (path: string) => plainGit(path, 'status', '--porcelain=v2', '--ignored', '--untracked-files=all');

  it('comes back byte for byte: staged, unstaged, new, ignored and deleted files, links, modes and times', async () => {
    const { repo, git, path } = await open('plain');
    for (const name of ['gone.txt', 'mode.sh', 'private.txt', 'hidden.txt'])
      await writeFile(join(repo, name), `${name}\n`);
    await plainGit(repo, 'add', '-A');
    await plainGit(repo, 'commit', '-qm', 'more');
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'w', commit }));
    await writeFile(join(path, 'a.txt'), 'staged\n');
    await plainGit(path, 'add', 'a.txt');
    await appendFile(join(path, 'a.txt'), 'unstaged\n');
    await writeFile(join(path, 'half-staged'), 'x\n');
    await plainGit(path, 'add', '--intent-to-add', 'half-staged');
    await plainGit(path, 'update-index', '--assume-unchanged', 'hidden.txt');
    await writeFile(join(path, 'hidden.txt'), 'changed behind its mark\n');
    await rm(join(path, 'gone.txt'));
    await chmod(join(path, 'mode.sh'), 0o755);
    await chmod(join(path, 'private.txt'), 0o600);
    await mkdir(join(path, 'new folder/deep'), { recursive: true });
    await writeFile(join(path, 'new folder/deep/ü\n"x"'), Buffer.from([0, 255, 13, 10]));
    await chmod(join(path, 'new folder'), 0o750);
    await symlink('nowhere', join(path, 'dangling'));
    await writeFile(join(path, '.env'), 'KEY=1\n');
    await chmod(join(path, '.env'), 0o400);
    await mkdir(join(path, 'node_modules/p/empty'), { recursive: true });
    await writeFile(join(path, 'node_modules/p/i.js'), 'x\n');
    await utimes(join(path, '.env'), 1_000_000_000, 1_000_000_000);
    const [before, said] = [await folderSnapshot(path), await status(path)];

    const sight = must(await git.lookAtWorktree(path));
    assert.deepEqual(sight.counts, { changed: 5, untracked: 2, ignored: 2 });
    assert.deepEqual([...sight.ignored], ['.env', 'node_modules/']);
    const { rescue } = must(await git.removeWholeWorktree(path, 'w-1'));
    assert.equal(rescue, 'refs/mam/rescue/w-1');
    await git.settled();
    assert.deepEqual([existsSync(path), (await readdir(folder())).toSorted()], [false, ['repo']]);
    assert.equal((await plainGit(repo, 'show', `${rescue}:new folder/deep/ü\n"x"`.replace('\n', '\n'))) !== '', true);

    must(await git.createWorktree({ path, branch: 'w', commit }));
    must(await git.putBackWorktree('w-1', path));
    assert.deepEqual(await folderSnapshot(path), before);
    assert.equal(await status(path), said);
    assert.match(await plainGit(path, 'ls-files', '-v', 'hidden.txt'), /^h /);
    assert.equal(codeOf(await git.putBackWorktree('w-2', path)), 'rescue.noFiles');
    // Kept once more from there: the copy of before is not touched.
    await writeFile(join(path, 'later'), 'later\n');
    must(await git.removeWholeWorktree(path, 'w-3'));
    const [first, third] = [must(await git.keptWorktree('w-1')), must(await git.keptWorktree('w-3'))];
    assert.equal(first?.files, (third?.files ?? 0) - 1);
    await git.settled();
  });

  it('leaves nothing behind when it holds nothing of its own', async () => {
    const { git, path, repo } = await open('plain');
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'w', commit }));
    await writeFile(join(repo, '.env'), 'KEY=1\n');
    await writeFile(join(path, '.env'), 'KEY=1\n');
    await mkdir(join(repo, 'node_modules'));
    await symlink(join(repo, 'node_modules'), join(path, 'node_modules'));
    await plainGit(repo, 'config', 'core.excludesFile', '');
    await appendFile(join(repo, '.git/info/exclude'), '/node_modules\n');
    assert.deepEqual(must(await git.lookAtWorktree(path)).counts, { changed: 0, untracked: 0, ignored: 0 });
    assert.deepEqual(must(await git.removeWholeWorktree(path, 'w-1')), { rescue: null });
    await git.settled();
    assert.equal(existsSync(join(repo, '.git/mam/rescued')), false);
    assert.deepEqual([existsSync(path), existsSync(join(repo, 'node_modules'))], [false, true]);
    assert.equal(await plainGit(repo, 'branch', '--list', 'w'), '  w');
  });

  it('keeps commits that nothing else refers to, and says how many', async () => {
    const { git, path, repo } = await open('plain');
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: null, commit }));
    await writeFile(join(path, 'b'), 'b\n');
    await plainGit(path, 'add', '-A');
    await plainGit(path, 'commit', '-qm', 'only here');
    const head = await plainGit(path, 'rev-parse', 'HEAD');
    assert.equal(must(await git.lookAtWorktree(path)).lost, 1);
    const { rescue } = must(await git.removeWholeWorktree(path, 'd-1'));
    assert.equal(await plainGit(repo, 'rev-parse', `${rescue}^`), head);
    assert.deepEqual(must(await git.keptWorktree('d-1'))?.head, head);
    await git.settled();
  });

  it('looks into submodules: changes and commits that are on no remote, also of a detached HEAD', async () => {
    const { git, path, repo } = await open('submodule');
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'w', commit }));
    assert.deepEqual(must(await git.lookAtWorktree(path)).submodules, []);
    await plainGit(path, 'submodule', 'update', '--quiet', '--init');
    const seen = async () => must(await git.lookAtWorktree(path)).submodules;
    assert.deepEqual(await seen(), [{ path: 'vendor/lib', changed: false, unpushed: 0 }]);
    await writeFile(join(path, 'vendor/lib/b'), 'b\n');
    assert.deepEqual(await seen(), [{ path: 'vendor/lib', changed: true, unpushed: 0 }]);
    await plainGit(join(path, 'vendor/lib'), 'add', '-A');
    await plainGit(join(path, 'vendor/lib'), 'commit', '-qm', 'mine');
    assert.deepEqual(await seen(), [{ path: 'vendor/lib', changed: false, unpushed: 1 }]);
    const [mine, before] = [await plainGit(join(path, 'vendor/lib'), 'rev-parse', 'HEAD'), await folderSnapshot(path)];
    // What is announced is what holds it.
    const { rescue } = must(await git.removeWholeWorktree(path, 's-1'));
    assert.equal(rescue, 'refs/mam/rescue/s-1');
    await git.settled();
    assert.equal(existsSync(join(repo, '.git/worktrees/wt')), false);
    must(await git.createWorktree({ path, branch: 'w', commit }));
    must(await git.putBackWorktree('s-1', path));
    assert.deepEqual(await folderSnapshot(path), before);
    assert.deepEqual(await seen(), [{ path: 'vendor/lib', changed: false, unpushed: 1 }]);
    assert.equal(await plainGit(join(path, 'vendor/lib'), 'rev-parse', 'HEAD'), mine);
    // Also at another place, where repository and folder have to find each other anew.
    await plainGit(repo, 'branch', 'other', commit);
    const other = join(folder(), 'deep/er');
    must(await git.createWorktree({ path: other, branch: 'other', commit }));
    must(await git.putBackWorktree('s-1', other));
    assert.deepEqual(await folderSnapshot(other), before);
    assert.equal(
      await plainGit(join(other, 'vendor/lib'), 'rev-parse', '--show-toplevel', 'HEAD'),
      `${other}/vendor/lib\n${mine}`,
    );
    assert.equal(await plainGit(other, 'status', '--porcelain'), await plainGit(path, 'status', '--porcelain'));
  });

  it('keeps commits and what is staged in a submodule whose folder was emptied', async () => {
    for (const [name, work] of [
      ['commit', async (lib: string) => plainGit(lib, 'commit', '-q', '--allow-empty', '-m', 'mine')],
      [
        'staged',
        async (lib: string) => {
          await writeFile(join(lib, 'new'), 'mine\n');
          await plainGit(lib, 'add', 'new');
        },
      ],
    ] as const)
      for (const how of ['emptied', 'gone', 'all gone']) {
        const { git, path, repo } = await openAgain('submodule', `${name} ${how}`);
        const { commit } = must(await git.resolveBase(null));
        must(await git.createWorktree({ path, branch: 'w', commit }));
        await plainGit(path, 'submodule', 'update', '--quiet', '--init');
        const lib = join(path, 'vendor/lib');
        await work(lib);
        const modules = join(repo, '.git/worktrees/wt/modules/vendor/lib');
        const said = await plainGit(modules, `--git-dir=${modules}`, '--work-tree=.', 'rev-parse', 'HEAD');
        const index = await readFile(join(modules, 'index'));
        await rm(how === 'all gone' ? path : lib, { recursive: true });
        if (how === 'emptied') await mkdir(lib);
        const sight = must(await git.lookAtWorktree(path));
        assert.deepEqual(
          sight.submodules.map((one) => [one.path, one.changed || one.unpushed > 0]),
          [['vendor/lib', true]],
          `${name} ${how}`,
        );
        const { rescue } = must(await git.removeWholeWorktree(path, 's-1'));
        assert.equal(rescue, 'refs/mam/rescue/s-1', `${name} ${how}`);
        await git.settled();
        must(await git.createWorktree({ path, branch: 'w', commit }));
        must(await git.putBackWorktree('s-1', path));
        assert.equal(await plainGit(modules, `--git-dir=${modules}`, '--work-tree=.', 'rev-parse', 'HEAD'), said);
        assert.deepEqual(await readFile(join(modules, 'index')), index);
      }
  });

  it('goes with its submodules where nothing of them would be lost', async () => {
    const { git, path, repo } = await open('submodule');
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'w', commit }));
    await plainGit(path, 'submodule', 'update', '--quiet', '--init');
    await plainGit(path, 'submodule', 'deinit', '--quiet', '--all');
    assert.deepEqual(must(await git.lookAtWorktree(path)).submodules, [
      { path: 'vendor/lib', changed: false, unpushed: 0 },
    ]);
    await plainGit(path, 'submodule', 'update', '--quiet', '--init');
    assert.deepEqual(must(await git.removeWholeWorktree(path, 's-1')), { rescue: null });
    await git.settled();
    assert.equal(existsSync(join(repo, '.git/mam/kept')), false);
    assert.equal(
      await plainGit(repo, 'worktree', 'list', '--porcelain').then((out) => out.match(/^worktree /gm)?.length),
      1,
    );
    assert.ok(existsSync(join(repo, '.git/modules/vendor/lib/HEAD')), 'those of the main checkout stay');
  });

  it('is only one that this repository lists as linked', async () => {
    const { git, path, repo } = await open('plain');
    await mkdir(path);
    for (const other of [repo, path, join(folder(), 'nowhere')])
      for (const done of [await git.lookAtWorktree(other), await git.removeWholeWorktree(other, 'x')])
        assert.match(codeOf(done), /^(worktree\.notLinked|ok)$/);
    assert.ok(existsSync(path) && existsSync(join(repo, 'a.txt')));
  });
});
