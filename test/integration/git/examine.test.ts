import assert from 'node:assert/strict';
import { appendFile, mkdir, open, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCreationJournal } from '../../../src/adapters/git/creation.ts';
import { remedyOf, type Ailment } from '../../../src/core/worktree/ailment.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, must, openGit, plainGit } from './support.ts';

describe('git: what is wrong with worktrees', () => {
  const folder = useTempFolder();
  const examined = async (repo: string, largeBytes = 1024 ** 3) =>
    must(await openGit(repo).examineWorktrees({ roots: [join(folder(), 'trees')], largeBytes }));
  const prepare = async (...names: readonly string[]) => {
    const repo = await buildState('plain', folder());
    for (const name of names) await plainGit(repo, 'worktree', 'add', '-q', '-b', name, join(folder(), 'trees', name));
    return { repo, at: (...parts: readonly string[]) => join(folder(), 'trees', ...parts) };
  };

  it('is nothing where all is well', async () => {
    const { repo } = await prepare('one', 'two');
    assert.deepEqual(await examined(repo), []);
  });

  it('is told apart: broken, moved, locked, gone, orphaned, large', async () => {
    const { repo, at } = await prepare('broken', 'moved', 'locked', 'gone', 'orphan', 'large', 'fine');
    await writeFile(at('broken/.git'), 'gitdir: /nowhere\n');
    await rename(at('moved'), at('elsewhere'));
    await plainGit(repo, 'worktree', 'lock', '--reason', 'agent 4242', at('locked'));
    await rm(at('gone'), { recursive: true });
    await rm(join(repo, '.git/worktrees/orphan'), { recursive: true });
    await mkdir(at('empty'));
    await writeFile(at('large/big'), Buffer.alloc(200_000));
    const found = await examined(repo, 100_000);
    assert.deepEqual(
      found
        .toSorted((a, b) => (a.path < b.path ? -1 : 1))
        .map((one) => (one.kind === 'large' ? { ...one, bytes: 0 } : one)),
      [
        { kind: 'broken', path: at('broken') },
        { kind: 'moved', path: at('elsewhere'), from: at('moved') },
        { kind: 'orphan', path: at('empty'), empty: true },
        { kind: 'gone', path: at('gone') },
        { kind: 'large', path: at('large'), bytes: 0 },
        { kind: 'locked', path: at('locked'), reason: 'agent 4242' },
        { kind: 'orphan', path: at('orphan'), empty: false },
      ],
    );
    // The remedy of each that git has one for really mends it.
    for (const one of found.filter(({ kind }) => kind === 'broken' || kind === 'moved' || kind === 'locked'))
      await plainGit(repo, ...remedyOf(one).argv.slice(1));
    assert.deepEqual((await examined(repo)).map(({ kind }) => kind).toSorted(), ['gone', 'orphan', 'orphan']);
  });

  it('is a creation that a crash left', async () => {
    const { repo, at } = await prepare();
    const spec = { path: at('half'), branch: 'half', commit: await plainGit(repo, 'rev-parse', 'HEAD') };
    const journal = createCreationJournal(join(repo, '.git/mam/creating'));
    await journal.write({ spec, key: 'k', madeBranch: true, madeFolder: true, known: [] });
    await plainGit(repo, 'worktree', 'add', '-q', '-b', 'half', at('half'));
    await writeFile(join(repo, '.git/worktrees/half/locked'), 'initializing');
    assert.deepEqual(await examined(repo), [{ kind: 'halfMade', path: at('half') }]);
    const git = openGit(repo);
    assert.equal(must(await git.lookAtWorktree(at('half'))).locked, null);
    must(await git.removeWholeWorktree(at('half'), 'half-1'));
    await git.settled();
    assert.deepEqual([await examined(repo), await plainGit(repo, 'branch', '--list', 'half')], [[], '']);
  });

  it('is a lock file that is left, with its age and who has it open', async () => {
    const { repo } = await prepare('one');
    const [left, held] = [join(repo, '.git/worktrees/one/index.lock'), join(repo, '.git/refs/heads/one.lock')];
    const old = (Date.now() - 5 * 60_000) / 1000;
    await writeFile(left, '');
    await writeFile(join(repo, '.git/HEAD.lock'), '');
    const file = await open(held, 'w');
    try {
      for (const path of [left, held]) await utimes(path, old, old);
      const found = (await examined(repo)).filter(
        (one): one is Ailment & { kind: 'lockFile' } => one.kind === 'lockFile',
      );
      assert.deepEqual(
        found.map(({ path, holder, ageMs }) => [path, holder, Math.round(ageMs / 60_000)]),
        [
          [left, null, 5],
          [held, process.platform === 'linux' ? process.pid : null, 5],
        ],
      );
    } finally {
      await file.close();
    }
  });

  it('is hooks that only the main checkout has, and Git LFS that is not installed', async () => {
    const { repo, at } = await prepare('one');
    await mkdir(join(repo, '.husky/_'), { recursive: true });
    await writeFile(join(repo, '.husky/_/pre-commit'), '');
    await plainGit(repo, 'config', 'core.hooksPath', '.husky/_');
    await appendFile(join(repo, '.gitattributes'), '*.bin filter=lfs\n');
    const found = await examined(repo);
    assert.deepEqual(found[0], { kind: 'hooksMissing', path: at('one'), hooks: '.husky/_', from: repo });
    const isThere = await plainGit(repo, 'lfs', 'version').then(
      () => true,
      () => false,
    );
    assert.deepEqual(found.slice(1), isThere ? [] : [{ kind: 'lfsMissing', path: repo }]);
  });

  it('has a command that can be pasted as it is, whatever the path', () => {
    const { problem } = remedyOf({ kind: 'gone', path: "/w/it's $HOME" });
    assert.equal(problem.params['command'], `mam worktree remove '/w/it'\\''s $HOME'`);
  });
});
