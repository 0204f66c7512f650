import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mostBytes } from '../../../src/adapters/git/largeFiles.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, must, openGit, plainGit } from './support.ts';

const put = async (root: string, path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};

const everythingBelow = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).toSorted();

describe('comparing work in progress', () => {
  const folder = useTempFolder();
  const open = async () => {
    const root = await buildState('plain', folder());
    const git = openGit(root);
    const base = must(await git.resolveBase(null)).commit;
    const worktree = async (name: string): Promise<string> => {
      const path = join(folder(), 'trees', name);
      must(await git.createWorktree({ path, branch: name, commit: base }));
      return path;
    };
    return { root, git, base, worktree, objects: join(root, '.git/objects') };
  };

  it('writes nothing to the object store, the checkouts or their indexes, and leaves nothing behind', async () => {
    const { root, git, base, worktree, objects } = await open();
    const [a, b] = [await worktree('a'), await worktree('b')];
    await put(a, 'a.txt', 'one\nof a\n');
    await put(b, 'a.txt', 'one\nof b\n');
    await plainGit(b, 'add', 'a.txt');
    await put(b, 'a.txt', 'one\nof b, later\n');
    const before = [await everythingBelow(objects), await plainGit(b, 'status', '--porcelain')];
    const comparison = must(await git.compareWork());
    const found = (await comparison.look([a, b].map((path) => ({ path, base })))).map(must);
    const [forecast] = await comparison.forecast([[found[0]!.commit, found[1]!.commit]]);
    assert.deepEqual(forecast, { ok: true, value: { clean: false, conflicts: ['a.txt'] } });
    assert.deepEqual([await everythingBelow(objects), await plainGit(b, 'status', '--porcelain')], before);
    await comparison.dispose();
    assert.deepEqual(await readdir(join(root, '.git/mam/tmp')), []);
  });

  it('counts from where a checkout left the base, and a moved file by both names', async () => {
    const { root, git, worktree } = await open();
    const a = await worktree('a');
    await plainGit(a, 'mv', 'a.txt', 'b.txt');
    await plainGit(a, 'commit', '-qm', 'moved');
    await put(a, 'c.txt', 'new\n');
    await put(root, 'elsewhere.txt', 'x\n');
    await plainGit(root, 'add', '.');
    await plainGit(root, 'commit', '-qm', 'the base went on');
    const comparison = must(await git.compareWork());
    const base = must(await git.resolveBase(null)).commit;
    const [found] = await comparison.look([{ path: a, base }]);
    assert.deepEqual(must(found!).files, ['a.txt', 'b.txt', 'c.txt']);
    await comparison.dispose();
  });

  for (const [hiding, version] of [
    ['--assume-unchanged', '2'],
    ['--skip-worktree', '3'],
    ['--assume-unchanged', '4'],
  ] as const)
    it(`sees a file that an index of version ${version} hides by ${hiding}`, async () => {
      const { git, base, worktree } = await open();
      const a = await worktree('a');
      await plainGit(a, 'update-index', '--index-version', version);
      await plainGit(a, 'update-index', hiding, 'a.txt');
      await put(a, 'a.txt', 'hidden\n');
      const comparison = must(await git.compareWork());
      const [found] = await comparison.look([{ path: a, base }]);
      assert.deepEqual(must(found!).files, ['a.txt']);
      await comparison.dispose();
    });

  it('reads no file that is too large, names it, and takes in the rest as ever', async () => {
    const { root, git, base, worktree } = await open();
    const a = await worktree('a');
    const whole = must(await git.compareWork());
    await put(a, 'new/small.txt', 'new\n');
    await put(a, 'new/nested/large.bin', '');
    await put(a, 'ignored/large.bin', '');
    await put(a, '.gitignore', 'ignored/\n');
    await put(a, 'a.txt', '');
    const large = ['new/nested/large.bin', 'ignored/large.bin', 'a.txt'];
    for (const path of large) await truncate(join(a, path), mostBytes + 1);
    const dirty = ['a.txt', 'new/', 'ignored/', '.gitignore', 'gone/'];
    const [found] = await whole.look([{ path: a, base, dirty }]);
    assert.deepEqual(
      [must(found!).files, must(found!).unread],
      [
        ['.gitignore', 'a.txt', 'new/nested/large.bin', 'new/small.txt'],
        ['a.txt', 'new/nested/large.bin'],
      ],
    );
    const taken = join(root, '.git/mam/tmp');
    const inside = await readdir(taken, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(inside.map(async (one) => (await stat(join(one.parentPath, one.name))).size));
    assert.ok(Math.max(...sizes) < 10_000, 'an object of the large file was written');
    // Of exactly that size it is read.
    for (const path of large) await truncate(join(a, path), mostBytes);
    const [read] = await whole.look([{ path: a, base, dirty }]);
    assert.deepEqual([must(read!).files, must(read!).unread], [must(found!).files, []]);
    await whole.dispose();
  });

  it('reads no file that is too large beside removed files, kinds that changed and repositories without a commit', async () => {
    const { git, base, worktree } = await open();
    const a = await worktree('a');
    await put(a, 'big', '');
    await truncate(join(a, 'big'), mostBytes + 1);
    await rm(join(a, 'a.txt'));
    await put(a, 'a.txt/inside', 'a folder now\n');
    await mkdir(join(a, 'nested'));
    await plainGit(join(a, 'nested'), 'init', '-q');
    const comparison = must(await git.compareWork());
    const [found] = await comparison.look([{ path: a, base, dirty: ['big', 'a.txt', 'nested/'] }]);
    assert.deepEqual([must(found!).files, must(found!).unread], [['a.txt', 'a.txt/inside', 'big'], ['big']]);
    await comparison.dispose();
  });

  it('asks git once for many checkouts and pairs: two processes for each, three for all', async () => {
    const { root, base, worktree } = await open();
    const paths = [await worktree('a'), await worktree('b'), await worktree('c')];
    for (const [index, path] of paths.entries()) await put(path, 'a.txt', `${index}\n`);
    const verbs: string[] = [];
    const git = openGit(root, {
      run: (spec, signal) => {
        verbs.push(
          spec.argv.find((word) => /^(add|write-tree|cat-file|diff-tree|merge-tree|ls-files)$/.test(word)) ?? '',
        );
        return runProcess(spec, signal);
      },
    });
    await git.facts();
    verbs.length = 0;
    const comparison = must(await git.compareWork());
    const [a, b, c] = (await comparison.look(paths.map((path) => ({ path, base })))).map((one) => must(one).commit);
    await comparison.forecast([
      [a!, b!],
      [a!, c!],
      [b!, c!],
    ]);
    await comparison.dispose();
    const count = (verb: string): number => verbs.filter((one) => one === verb).length;
    assert.deepEqual(
      ['add', 'write-tree', 'ls-files', 'cat-file', 'diff-tree', 'merge-tree'].map(count),
      [3, 3, 0, 1, 1, 1],
    );
    assert.equal(verbs.length, 9);
  });

  it('says that a git before 2.39 can’t foretell, and still names the files', async () => {
    const { root, base, worktree } = await open();
    const a = await worktree('a');
    await put(a, 'a.txt', 'two\n');
    const old = join(folder(), 'old-git');
    const script = '#!/bin/sh\ncase "$*" in *version*) echo git version 2.38.1;; *) exec git "$@";; esac\n';
    await writeFile(old, script, { mode: 0o755 });
    const git = openGit(root, { git: old });
    const comparison = must(await git.compareWork());
    const [found] = await comparison.look([{ path: a, base }]);
    const { commit, files } = must(found!);
    const [forecast] = await comparison.forecast([[commit, commit]]);
    assert.deepEqual([files, forecast?.ok === false && forecast.error.code], [['a.txt'], 'git.noForecast']);
    await comparison.dispose();
  });

  it('takes a pair that git can’t merge for unknown, and what comes after it too', async () => {
    const { git, base, worktree } = await open();
    const a = await worktree('a');
    const comparison = must(await git.compareWork());
    const [found] = await comparison.look([{ path: a, base }]);
    const { commit } = must(found!);
    const answers = await comparison.forecast([
      [commit, base],
      [commit, '1'.repeat(40)],
      [commit, base],
    ]);
    assert.deepEqual(
      answers.map((one) => (one.ok ? one.value.clean : one.error.code)),
      [true, 'git.failed', 'git.failed'],
    );
    await comparison.dispose();
    await rm(a, { recursive: true, force: true });
  });
});
