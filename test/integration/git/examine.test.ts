import assert from 'node:assert/strict';
import { appendFile, mkdir, open, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCreationJournal } from '../../../src/adapters/git/creation.ts';
import { remedyOf, type Ailment } from '../../../src/core/worktree/ailment.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: what is wrong with worktrees', () => {
  const folder = useTempFolder();
  const examined = async (repo: string, largeBytes = 1024 ** 3) => {
    const git = openGit(repo);
    const base = { name: 'main', commit: must(await git.resolveBase(null)).commit };
    return must(await git.examineWorktrees({ roots: [join(folder(), 'trees')], largeBytes, base }));
  };
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

  it('is no more needed once its work has arrived, by proof: as its commits, or squashed; never while something is its own', async () => {
    const { repo, at } = await prepare('merged', 'squashed', 'partly', 'conflicting', 'fresh', 'own');
    const commit = async (cwd: string, name: string, text: string): Promise<void> => {
      await writeFile(join(cwd, name), text);
      await plainGit(cwd, 'add', '-A');
      await plainGit(cwd, 'commit', '-qm', name);
    };
    for (const name of ['merged', 'squashed', 'partly', 'conflicting', 'own']) await commit(at(name), name, '1\n');
    await commit(at('partly'), 'second', '2\n');
    await plainGit(repo, 'merge', '-q', 'merged');
    for (const name of ['squashed', 'partly~1', 'conflicting']) {
      await plainGit(repo, 'merge', '-q', '--squash', name);
      await plainGit(repo, 'commit', '-qm', `squash ${name}`);
    }
    // Changed since it arrived: a merge would ask, so nobody knows.
    await commit(repo, 'conflicting', 'changed since\n');
    await commit(at('conflicting'), 'conflicting', 'once more\n');
    const objects = await plainGit(repo, 'count-objects', '-v');
    const found = await examined(repo);
    assert.deepEqual(
      found.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      [
        { kind: 'landed', path: at('merged'), base: 'main', by: 'commits' },
        { kind: 'landed', path: at('squashed'), base: 'main', by: 'content' },
      ],
    );
    assert.equal(await plainGit(repo, 'count-objects', '-v'), objects, 'a look wrote into the repository');
  });

  it('is a clone that is shallow, and a base that it can’t tell of, until its history was fetched', async () => {
    const repo = await buildState('shallow', folder());
    assert.deepEqual(await examined(repo), [{ kind: 'shallow', path: repo }]);
    const git = openGit(repo);
    const first = await plainGit(join(folder(), 'seed'), 'rev-parse', 'main~2');
    await plainGit(repo, 'fetch', '-q', '--depth', '1', 'origin', `${first}:refs/heads/first`);
    assert.equal(codeOf(await git.findSource({ path: null, base: 'first' })), 'source.shallow');
    await plainGit(repo, ...remedyOf({ kind: 'shallow', path: repo }).argv.slice(1));
    assert.equal(must(await git.findSource({ path: null, base: 'first' })).base, first);
    assert.deepEqual(await examined(repo), []);
  });

  it('has a command that can be pasted as it is, whatever the path', () => {
    const { problem } = remedyOf({ kind: 'gone', path: "/w/it's $HOME" });
    assert.equal(problem.params['command'], `mam worktree remove '/w/it'\\''s $HOME'`);
  });
});
