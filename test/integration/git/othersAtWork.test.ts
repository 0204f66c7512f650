import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit, testEnvironment } from './support.ts';

describe('git: what others do in a worktree at the same time', () => {
  const folder = useTempFolder();
  const start = async (state = 'plain') => {
    const repo = await buildState(state, folder());
    const git = openGit(repo);
    const path = join(folder(), 'wt');
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'w', commit }));
    return { repo, git, path, commit, admin: join(repo, '.git/worktrees/wt') };
  };

  it('is never kept from the index by a look', async () => {
    const { git, path, commit, admin } = await start();
    const base = must(await git.resolveBase(null));
    const radar = must(await git.compareWork());
    const looks: Readonly<Record<string, () => Promise<unknown>>> = {
      lookAtWorktree: async () => must(await git.lookAtWorktree(path)),
      listWorktrees: async () => must(await git.listWorktrees(base)),
      proveIsolation: async () => must(await git.proveIsolation(path)),
      snapshotTree: async () => must(await git.snapshotTree(path)),
      capture: async () => must(await git.capture(path, commit, commit)),
      keepCopy: async () => must(await git.keepCopy(path, 'copy')),
      radar: async () => (await radar.look([{ path, base: commit }])).map(must),
      meet: async () => must(await git.createWorktree({ path, branch: 'w', commit })),
    };
    await writeFile(join(path, 'new'), 'new\n');
    // An index that git would like to write anew: each file is younger than it says.
    const times = async () => {
      const later = new Date(Date.now() + 5000);
      await utimes(join(path, 'a.txt'), later, later);
    };
    const seen = async () => [(await stat(admin)).mtimeMs, await readFile(join(admin, 'index'), 'base64')];
    // So that a test which sees nothing shows itself.
    await times();
    const untouched = await seen();
    await plainGit(path, 'status');
    assert.notDeepEqual(await seen(), untouched);
    for (const [name, look] of Object.entries(looks)) {
      await times();
      const before = await seen();
      await look();
      assert.deepEqual(await seen(), before, name);
    }
    await radar.dispose();
  });

  for (const lock of ['index.lock', 'locked'] as const)
    it(`is not written over: git of a person checks files out (${lock})`, async () => {
      const { git, path, commit, admin } = await start();
      await rm(join(admin, 'index'));
      await writeFile(join(path, 'a.txt'), 'half wri');
      await writeFile(join(admin, lock), 'initializing');
      assert.equal(codeOf(await git.createWorktree({ path, branch: 'w', commit })), 'worktree.busy');
      assert.equal(await readFile(join(path, 'a.txt'), 'utf8'), 'half wri');
      assert.ok(existsSync(join(admin, lock)));
    });

  /** A worktree whose submodule can't be filled; `meanwhile` happens while git tries. */
  const failing = async (meanwhile: (lib: string, path: string) => Promise<unknown>, there = true) => {
    const { repo, path, admin } = await start('submodule');
    await writeFile(join(folder(), '.gitconfig'), '[protocol "file"]\n\tallow = always\n');
    if (!there) await rename(join(folder(), 'lib'), join(folder(), 'elsewhere'));
    const env = { ...testEnvironment(folder()), HOME: folder() };
    const git = openGit(repo, {
      env,
      run: async (spec, signal) => {
        if (!spec.argv.includes('submodule')) return runProcess(spec, signal);
        const end = await runProcess(spec, signal);
        await meanwhile(join(path, 'vendor/lib'), path);
        return { ...end, exitCode: 1 };
      },
    });
    return { git, path, admin, lib: join(path, 'vendor/lib') };
  };
  const fill = { links: [], submodules: true };

  it('stays where a submodule could not be filled: a file in its place', async () => {
    const { git, path, lib, admin } = await failing(async () => undefined);
    await rm(lib, { recursive: true });
    await writeFile(lib, 'mine\n');
    assert.equal(codeOf(await git.setUpWorktree({ path, ...fill })), 'worktree.submodulesFailed');
    assert.equal(await readFile(lib, 'utf8'), 'mine\n');
    assert.equal(existsSync(join(admin, 'modules')), false);
  });

  it('stays where a submodule could not be filled: a file that was written into it meanwhile', async () => {
    for (const name of ['a.txt', 'new']) {
      const { git, path, lib, admin } = await failing((at) => writeFile(join(at, name), 'mine\n'));
      assert.equal(codeOf(await git.setUpWorktree({ path, ...fill })), 'worktree.submodulesFailed');
      assert.equal(await readFile(join(lib, name), 'utf8'), 'mine\n');
      // What it is a change of is there as well.
      assert.match(await plainGit(lib, 'status', '--porcelain'), /^(?: M a\.txt|\?\? new)$/);
      await rm(join(folder(), 'repo'), { recursive: true });
      for (const left of await readdir(folder())) await rm(join(folder(), left), { recursive: true });
      assert.equal(existsSync(admin), false);
    }
  });

  it('stays where a submodule could not be filled: files in a folder without its repository', async () => {
    const { git, path, lib } = await failing(async (at) => {
      await mkdir(at, { recursive: true });
      await writeFile(join(at, 'mine'), 'mine\n');
    }, false);
    assert.equal(codeOf(await git.setUpWorktree({ path, ...fill })), 'worktree.submodulesFailed');
    assert.equal(await readFile(join(lib, 'mine'), 'utf8'), 'mine\n');
  });

  it('leaves nothing of a submodule that was filled before another one failed', async () => {
    const { git, path, lib, admin } = await failing(async () => undefined);
    assert.equal(codeOf(await git.setUpWorktree({ path, ...fill })), 'worktree.submodulesFailed');
    assert.deepEqual(await readdir(lib), []);
    assert.equal(existsSync(join(admin, 'modules')), false);
  });
});
