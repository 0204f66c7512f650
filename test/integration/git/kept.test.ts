import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKnownTexts } from '../../../src/adapters/git/knownTexts.ts';
import { readText } from '../../../src/adapters/git/readText.ts';
import { createRecentTexts } from '../../../src/adapters/git/recentTexts.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, must, openGit, plainGit } from './support.ts';

/** A clock by which every change lies far back. */
const later = (): number => Date.now() + 60_000;

const named = new Set(['add', 'config', 'ls-files', 'merge-base', 'rev-list', 'rev-parse', 'status', 'write-tree']);

describe('git: what is kept between two looks', () => {
  const folder = useTempFolder();

  it('is the text of a file that did not change, by every sign that there is', async () => {
    const path = join(folder(), 'HEAD');
    await writeFile(path, 'one\n');
    const text = createKnownTexts(later);
    assert.equal(await text(path), 'one');
    // Of the same size, in place, and its time of change set back.
    const { atime, mtime } = await stat(path);
    await writeFile(path, 'two\n');
    await utimes(path, atime, mtime);
    assert.equal((await stat(path)).mtimeMs, mtime.getTime());
    assert.equal(await text(path), 'two');
    await rm(path);
    assert.equal(await text(path), null);
    await writeFile(path, 'new\n');
    assert.equal(await text(path), 'new');
    assert.equal(await text(folder()), null);
  });

  it('is nothing of a file that changed just now', async () => {
    const path = join(folder(), 'HEAD');
    await writeFile(path, 'one\n');
    const { ctimeMs } = await stat(path);
    const text = createKnownTexts(() => ctimeMs + 50);
    for (const written of ['one\n', 'two\n', 'six\n']) {
      await writeFile(path, written);
      assert.equal(await text(path), (await readFile(path, 'utf8')).trim());
    }
  });

  it('is a text of the whole machine for a second, also one that is not there', async () => {
    const path = join(folder(), 'gitconfig');
    let now = 1000;
    const text = createRecentTexts(() => now);
    assert.equal(await text(path), null);
    await writeFile(path, 'one');
    now += 999;
    assert.equal(await text(path), null);
    now += 1;
    assert.equal(await text(path), 'one');
  });

  it('is a failure of a pipe, which git would read, and it is not waited for', async () => {
    const path = join(folder(), 'HEAD');
    const end = await runProcess({ argv: ['mkfifo', path], cwd: folder(), env: { PATH: process.env['PATH'] ?? '' } });
    assert.equal(end.exitCode, 0);
    await assert.rejects(readText(path), /is no file/);
    await assert.rejects(createKnownTexts(later)(path), /is no file/);
  });

  async function counted() {
    const root = await buildState('plain', folder());
    const asked: string[] = [];
    const git = openGit(root, {
      now: later,
      run: (spec, signal) => {
        asked.push(spec.argv.find((word) => named.has(word)) ?? 'other');
        return runProcess(spec, signal);
      },
    });
    must(await git.facts());
    asked.length = 0;
    return { root, git, asked };
  }

  it('is which files git tracks, until its index changes', async () => {
    const { root, git, asked } = await counted();
    assert.deepEqual(must(await git.tracked(['reports'])), []);
    assert.deepEqual(must(await git.tracked(['reports'])), []);
    assert.deepEqual(asked, ['ls-files']);
    assert.deepEqual(must(await git.tracked(['a.txt'])), ['a.txt']);
    await plainGit(root, 'rm', '-q', '--cached', 'a.txt');
    assert.deepEqual(must(await git.tracked(['a.txt'])), []);
    await plainGit(root, 'add', 'a.txt');
    assert.deepEqual(must(await git.tracked(['a.txt'])), ['a.txt']);
    assert.deepEqual(must(await git.tracked([])), []);
  });

  it('is what a commit contains, and never what it does not', async () => {
    const { root, git, asked } = await counted();
    const before = await plainGit(root, 'rev-parse', 'HEAD');
    await plainGit(root, 'commit', '-q', '--allow-empty', '-m', 'more');
    const after = await plainGit(root, 'rev-parse', 'HEAD');
    for (const expected of [true, true]) assert.equal(must(await git.isAncestor(before, after)), expected);
    assert.deepEqual(asked, ['merge-base']);
    for (const expected of [false, false]) assert.equal(must(await git.isAncestor(after, before)), expected);
    assert.equal(asked.length, 3);
    // A name may stand for another commit the next time.
    assert.equal(must(await git.isAncestor(before, 'HEAD')), true);
    await plainGit(root, 'checkout', '-q', '--orphan', 'other');
    await plainGit(root, 'commit', '-q', '--allow-empty', '-m', 'other');
    assert.equal(must(await git.isAncestor(before, 'HEAD')), false);
  });

  it('is the tree of an index, until a file changes or the tree is thrown away', async () => {
    const { root, git, asked } = await counted();
    const trees = async () => {
      asked.length = 0;
      const tree = must(await git.snapshotTree(root));
      return [tree, asked.filter((one) => one === 'write-tree').length, asked.filter((one) => one === 'add').length];
    };
    const before = await plainGit(root, 'rev-parse', 'HEAD^{tree}');
    assert.deepEqual(await trees(), [before, 1, 2]);
    assert.deepEqual(await trees(), [before, 0, 2]);
    await writeFile(join(root, 'a.txt'), 'changed\n');
    const [changed, ...counts] = await trees();
    assert.notEqual(changed, before);
    assert.deepEqual(counts, [1, 2]);
    await plainGit(root, 'add', 'a.txt');
    assert.equal((await trees())[0], changed);
    assert.deepEqual((await trees()).slice(0, 2), [changed, 0]);
    await rm(join(root, '.git/objects', String(changed).slice(0, 2), String(changed).slice(2)));
    assert.deepEqual((await trees()).slice(0, 2), [changed, 1]);
    assert.equal(await plainGit(root, 'cat-file', '-t', String(changed)), 'tree');
    await writeFile(join(root, 'a.txt'), 'once more\n');
    assert.notEqual((await trees())[0], changed);
  });

  it('is the configuration, of all worktrees that have none of their own', async () => {
    const { root, git, asked } = await counted();
    await mkdir(join(root, '.git/mam'), { recursive: true });
    await writeFile(join(root, '.git/mam/programs.json'), '{}');
    const paths = ['w', 'v'].map((name) => join(folder(), name));
    for (const path of paths) await plainGit(root, 'worktree', 'add', '-q', '--detach', path);
    const look = async () => {
      asked.length = 0;
      for (const path of paths) must(await git.snapshotTree(path));
      return asked.filter((one) => one === 'config').length;
    };
    assert.equal(await look(), 1);
    assert.equal(await look(), 0);
    await plainGit(root, 'config', 'extensions.worktreeConfig', 'true');
    await plainGit(paths[0]!, 'config', '--worktree', 'a.b', 'c');
    assert.equal(await look(), 2);
    assert.equal(await look(), 0);
    await plainGit(paths[0]!, 'config', '--worktree', 'a.b', 'd');
    assert.equal(await look(), 1);
  });

  it('is nothing of a worktree that is removed: one that holds nothing of its own costs two looks, any other all', async () => {
    const { root, git, asked } = await counted();
    const path = join(folder(), 'w');
    const base = await plainGit(root, 'rev-parse', 'HEAD');
    const removing = async (change: () => Promise<unknown>, most?: 'none') => {
      await plainGit(root, 'worktree', 'add', '-q', '--detach', path, base);
      await change();
      asked.length = 0;
      const { rescue } = must(await git.removeWorktree(path, 'r', [], most));
      await git.settled();
      return [
        asked
          .filter((one) => one !== 'other')
          .toSorted()
          .join(' '),
        rescue !== null,
      ];
    };
    const ignoring = async () => {
      await writeFile(join(root, '.git/info/exclude'), 'ignored\n');
      await writeFile(join(path, 'ignored'), 'x');
    };
    assert.deepEqual(await removing(async () => {}), ['rev-list status', false]);
    assert.deepEqual(await removing(ignoring, 'none'), ['rev-list status', false]);
    const all = 'add ls-files rev-list rev-parse status write-tree write-tree';
    assert.deepEqual(await removing(() => writeFile(join(path, 'new'), 'x')), [all, true]);
    assert.deepEqual(await removing(() => rm(join(path, 'a.txt'))), [all, true]);
    assert.equal((await removing(ignoring))[1], true);
    const commit = () => plainGit(path, 'commit', '-q', '--allow-empty', '-m', 'own');
    assert.equal((await removing(commit))[1], true);
    const staging = async () => {
      await writeFile(join(path, 'a.txt'), 'staged\n');
      await plainGit(path, 'add', 'a.txt');
      await plainGit(path, 'show', 'HEAD:a.txt').then((text) => writeFile(join(path, 'a.txt'), `${text}\n`));
    };
    assert.equal((await removing(staging))[1], true);
    const hiding = async () => {
      await plainGit(path, 'update-index', '--assume-unchanged', 'a.txt');
      await writeFile(join(path, 'a.txt'), 'hidden\n');
    };
    assert.equal((await removing(hiding))[1], true);
  });

  it('is how far two commits are apart, however many worktrees have them, unless more of them may be fetched', async () => {
    const { root, git, asked } = await counted();
    const base = { ref: 'refs/heads/main', commit: await plainGit(root, 'rev-parse', 'HEAD') };
    const paths = ['w', 'v'].map((name) => join(folder(), name));
    for (const path of paths) await plainGit(root, 'worktree', 'add', '-q', '--detach', path);
    await plainGit(paths[0]!, 'commit', '-q', '--allow-empty', '-m', 'more');
    await plainGit(paths[1]!, 'checkout', '-q', await plainGit(paths[0]!, 'rev-parse', 'HEAD'));
    const look = async () => {
      asked.length = 0;
      const listed = must(await git.listWorktrees(base, paths));
      const ahead = [root, ...paths].map((path) => listed.find((one) => one.path === path)?.ahead);
      return [ahead, asked.filter((one) => one === 'rev-list').length];
    };
    assert.deepEqual(await look(), [[0, 1, 1], 1]);
    assert.deepEqual(await look(), [[0, 1, 1], 0]);
    await plainGit(paths[1]!, 'commit', '-q', '--allow-empty', '-m', 'still more');
    assert.deepEqual(await look(), [[0, 1, 2], 1]);
    await writeFile(join(root, '.git/shallow'), `${base.commit}\n`);
    assert.deepEqual(await look(), [[0, 1, 2], 2]);
    assert.deepEqual(await look(), [[0, 1, 2], 2]);
  });

  it('follows a checkout that goes to another branch, starts a rebase or moves', async () => {
    const { root, git } = await counted();
    const path = join(folder(), 'w');
    await plainGit(root, 'worktree', 'add', '-q', '-b', 'one', path);
    const look = async () => {
      const found = must(await git.listCheckouts()).find((one) => one.path !== root);
      return [found?.path, found?.branch, found?.rebasing];
    };
    assert.deepEqual(await look(), [path, 'one', null]);
    assert.deepEqual(await look(), [path, 'one', null]);
    await plainGit(path, 'checkout', '-q', '-b', 'two');
    assert.deepEqual(await look(), [path, 'two', null]);
    await writeFile(join(path, 'a.txt'), 'theirs\n');
    await plainGit(path, 'commit', '-qam', 'theirs');
    await writeFile(join(root, 'a.txt'), 'ours\n');
    await plainGit(root, 'commit', '-qam', 'ours');
    await assert.rejects(plainGit(path, 'rebase', 'main'));
    assert.deepEqual(await look(), [path, null, 'two']);
    await plainGit(path, 'rebase', '--abort');
    await plainGit(root, 'worktree', 'move', path, `${path}-moved`);
    assert.deepEqual(await look(), [`${path}-moved`, 'two', null]);
    assert.deepEqual(must(await git.ownCheckout())?.branch, 'main');
  });
});
