import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCreationJournal } from '../../../src/adapters/git/creation.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: what people did in a worktree that a call did not finish', () => {
  const folder = useTempFolder();

  /** A worktree as a crash leaves it: whole or not, with the journal of the call that made it. */
  async function crashed() {
    const root = await buildState('plain', folder());
    const git = openGit(root);
    const path = join(folder(), 'wt');
    const spec = { path, branch: 'task', commit: must(await git.resolveBase(null)).commit };
    must(await git.createWorktree(spec));
    const known = (await readdir(join(root, '.git/worktrees'))).filter((name) => name !== 'wt');
    const creation = { spec, key: 'k', madeBranch: true, madeFolder: true, known };
    await createCreationJournal(join(root, '.git/mam/creating')).write(creation);
    return { root, git, path, spec, admin: join(root, '.git/worktrees/wt') };
  }

  it('stays as it is where every file had been written', async () => {
    const { root, git, path, spec, admin } = await crashed();
    await writeFile(join(admin, 'locked'), 'initializing');
    await writeFile(join(path, 'a.txt'), 'mine\n');
    await writeFile(join(path, 'new'), 'mine\n');
    must(await git.createWorktree(spec));
    assert.equal(await readFile(join(path, 'a.txt'), 'utf8'), 'mine\n');
    assert.deepEqual([existsSync(join(path, 'new')), existsSync(join(admin, 'locked'))], [true, false]);
    assert.deepEqual(await readdir(join(root, '.git/mam/creating')), []);
  });

  it('keeps the lock of a person', async () => {
    const { git, spec, admin } = await crashed();
    await writeFile(join(admin, 'locked'), 'on a stick');
    must(await git.createWorktree(spec));
    assert.equal(await readFile(join(admin, 'locked'), 'utf8'), 'on a stick');
  });

  it('is kept in a commit, and named, before half-written files are written again', async () => {
    const { root, git, path, spec, admin } = await crashed();
    await rm(join(admin, 'index'));
    await writeFile(join(path, 'a.txt'), 'mine\n');
    const { warning } = must(await git.createWorktree(spec));
    assert.equal(await readFile(join(path, 'a.txt'), 'utf8'), 'one\n');
    const [ref] = /refs\/mam\/rescue\/[\w-]+/.exec(warning ?? '') ?? [];
    assert.equal(await plainGit(root, 'show', `${ref}:a.txt`), 'mine');
  });

  it('is nothing to keep where files are only missing', async () => {
    const { root, git, path, spec, admin } = await crashed();
    await rm(join(admin, 'index'));
    await rm(join(path, 'a.txt'));
    assert.deepEqual(must(await git.createWorktree(spec)), { warning: null });
    assert.equal(await readFile(join(path, 'a.txt'), 'utf8'), 'one\n');
    assert.equal(await plainGit(root, 'for-each-ref', 'refs/mam/rescue'), '');
  });

  it('is kept for a checkout that a person made without files', async () => {
    const root = await buildState('plain', folder());
    const git = openGit(root);
    const path = join(folder(), 'wt');
    const { commit } = must(await git.resolveBase(null));
    await plainGit(root, 'worktree', 'add', '-q', '--no-checkout', '-b', 'task', path, commit);
    await writeFile(join(path, 'a.txt'), 'mine\n');
    const { warning } = must(await git.createWorktree({ path, branch: 'task', commit }));
    const [ref] = /refs\/mam\/rescue\/[\w-]+/.exec(warning ?? '') ?? [];
    assert.equal(await plainGit(root, 'show', `${ref}:a.txt`), 'mine');
  });

  // Somebody is faster, between our look at the folder and our own call.
  for (const before of ['missing', 'empty'] as const)
    for (const branch of ['theirs', 'task'])
      it(`is somebody else's: a worktree on ${branch} in a folder that was ${before}`, async () => {
        const root = await buildState('plain', folder());
        const path = join(folder(), 'wt');
        if (before === 'empty') await mkdir(path);
        const git = openGit(root, {
          run: async (call, signal) => {
            if (call.argv.includes('add') && !(await isThere(join(path, '.git')))) {
              await plainGit(root, 'worktree', 'add', '-q', '-b', branch, path);
              await writeFile(join(path, 'a.txt'), 'theirs\n');
              await writeFile(join(path, 'new'), 'theirs\n');
              await plainGit(path, 'commit', '-qam', 'theirs');
            }
            return runProcess(call, signal);
          },
        });
        const { commit } = must(await git.resolveBase(null));
        const made = await git.createWorktree({ path, branch: 'task', commit });
        await git.settled();
        if (branch === 'theirs') assert.notEqual(codeOf(made), 'ok');
        assert.deepEqual((await readdir(path)).toSorted(), ['.git', '.gitignore', 'a.txt', 'new']);
        assert.equal(await readFile(join(path, 'a.txt'), 'utf8'), 'theirs\n');
        assert.equal(await plainGit(path, 'branch', '--show-current'), branch);
      });

  it('is a file that somebody put into the empty folder of a call that failed', async () => {
    const root = await buildState('plain', folder());
    const path = join(folder(), 'wt');
    await mkdir(path);
    const git = openGit(root, {
      run: async (call, signal) => {
        if (call.argv.includes('add')) await writeFile(join(path, 'mine'), 'mine\n');
        return runProcess(call, signal);
      },
    });
    const { commit } = must(await git.resolveBase(null));
    assert.notEqual(codeOf(await git.createWorktree({ path, branch: 'task', commit })), 'ok');
    await git.settled();
    assert.deepEqual(await readdir(path), ['mine']);
    assert.equal(await plainGit(root, 'branch', '--list', 'task'), '');
  });

  const isThere = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
});
