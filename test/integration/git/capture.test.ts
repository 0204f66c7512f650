import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitAdapter } from '../../../src/adapters/git/createGit.ts';
import { runProcess } from '../../../src/adapters/process/run.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: capture', () => {
  const folder = useTempFolder();
  let git: GitAdapter;
  let root: string;
  let path: string;
  let seed: string;

  async function start(state: string): Promise<void> {
    root = await buildState(state, folder());
    git = openGit(root);
    seed = must(await git.resolveBase(null)).commit;
    path = join(folder(), 'agent');
    must(await git.createWorktree({ path, branch: null, commit: seed }));
  }
  const take = async () => must(await git.capture(path, seed, seed));
  const paths = async () => (await take()).roundFiles.map((change) => change.path);

  it('takes names with any characters, and leaves ignored files out', async () => {
    await start('plain');
    const odd = ['a b', 'tab\tx', 'ümlaut', 'new\nline', '-n', ':(top)x', 'quote"s', '*', ':', 'dir/"\\'];
    await mkdir(join(path, 'dir'));
    for (const name of odd) await writeFile(join(path, name), 'x\n');
    await writeFile(join(path, '.env'), 'SECRET\n');
    assert.deepEqual((await paths()).toSorted(), odd.toSorted());
  });

  it('counts every kind of change', async () => {
    await start('plain');
    await writeFile(join(path, 'bin'), Buffer.from([0, 1, 2, 255]));
    await chmod(join(path, 'a.txt'), 0o755);
    await rm(join(path, '.gitignore'));
    await symlink('a.txt', join(path, '.gitignore'));
    const { roundFiles, refused, patch } = await take();
    assert.deepEqual(roundFiles, [
      { path: '.gitignore', status: 'type-changed', added: 1, removed: 2 },
      { path: 'a.txt', status: 'modified', added: 0, removed: 0 },
      { path: 'bin', status: 'added', added: 0, removed: 0 },
    ]);
    assert.deepEqual(refused, []);
    assert.match(patch, /GIT binary patch/);
    assert.match(patch, /new mode 100755/);
  });

  it('searches what no line of the patch shows', async () => {
    await start('plain');
    const secret = `ghp_${'aB3xY9kQ7mN2'.repeat(3)}`;
    await writeFile(join(path, '.gitattributes'), 'hidden.txt -diff\n');
    await writeFile(join(path, 'hidden.txt'), `key = ${secret}\n`);
    await writeFile(join(path, 'latin.txt'), Buffer.from(`caf\u00e9 ${secret}\n`, 'latin1'));
    await writeFile(join(path, 'nul'), `\0${secret}\0`);
    await writeFile(join(path, 'plain.bin'), Buffer.from([0, 1, 2]));
    await writeFile(join(path, 'text.txt'), `${secret}\n`);
    await writeFile(join(path, 'wide.txt'), Buffer.from(`\ufeff${secret}\n`, 'utf16le'));
    await writeFile(join(path, 'large'), '');
    await truncate(join(path, 'large'), 21 * 1024 * 1024);
    await rm(join(path, 'a.txt'));
    await symlink('nowhere', join(path, 'a.txt'));
    const { binaries } = await take();
    assert.deepEqual(
      binaries.map((one) => [one.path, one.secrets]),
      [
        ['hidden.txt', ['GitHub token']],
        ['large', null],
        ['latin.txt', ['GitHub token']],
        ['nul', ['GitHub token']],
        ['plain.bin', []],
        ['wide.txt', ['GitHub token']],
      ],
    );
  });

  it('shows a rename as a deletion and an addition', async () => {
    await start('plain');
    await rename(join(path, 'a.txt'), join(path, 'b.txt'));
    assert.deepEqual(
      (await take()).roundFiles.map(({ path: name, status }) => [name, status]),
      [
        ['a.txt', 'deleted'],
        ['b.txt', 'added'],
      ],
    );
  });

  it('covers commits of the agent, and keeps its index and HEAD as they are', async () => {
    await start('plain');
    await writeFile(join(path, 'committed'), 'c\n');
    await plainGit(path, 'add', '-A');
    await plainGit(path, 'commit', '-qm', 'mine');
    await writeFile(join(path, 'staged'), 's\n');
    await plainGit(path, 'add', 'staged');
    await writeFile(join(path, 'loose'), 'l\n');
    const gitDir = await plainGit(path, 'rev-parse', '--absolute-git-dir');
    const state = async () => [
      await readFile(join(gitDir, 'index'), 'latin1'),
      await plainGit(path, 'rev-parse', 'HEAD'),
      await plainGit(path, 'status', '--porcelain'),
    ];
    const before = await state();
    assert.deepEqual(await paths(), ['committed', 'loose', 'staged']);
    assert.deepEqual(await state(), before);
  });

  it('separates this round from what the base knows', async () => {
    await start('plain');
    await writeFile(join(path, 'one'), '1\n');
    const first = await take();
    const made = must(
      await git.commit({
        tree: first.tree,
        parent: seed,
        expect: null,
        branch: 'task',
        message: 'm',
        at: '2026-01-01T00:00:00Z',
      }),
    );
    const second = join(folder(), 'second');
    must(await git.createWorktree({ path: second, branch: null, commit: made.head }));
    await writeFile(join(second, 'two'), '2\n');
    const captured = must(await git.capture(second, made.head, seed));
    assert.deepEqual(
      [captured.roundFiles.map((one) => one.path), captured.files.map((one) => one.path)],
      [['two'], ['one', 'two']],
    );
  });

  it('sees files that the agent told its index not to look at', async () => {
    await start('plain');
    await plainGit(path, 'update-index', '--assume-unchanged', 'a.txt');
    await plainGit(path, 'update-index', '--skip-worktree', '.gitignore');
    await writeFile(join(path, 'a.txt'), 'hidden\n');
    await writeFile(join(path, '.gitignore'), 'hidden\n');
    assert.deepEqual(await paths(), ['.gitignore', 'a.txt']);
  });

  it('reads a file again that changed in the moment when the index was written', async () => {
    await start('plain');
    await plainGit(root, 'config', 'core.trustctime', 'false');
    const file = join(path, 'a.txt');
    const moment = 1_700_000_000;
    await utimes(file, moment, moment);
    await plainGit(path, 'update-index', '--refresh');
    await utimes(join(await plainGit(path, 'rev-parse', '--absolute-git-dir'), 'index'), moment, moment);
    await writeFile(file, 'two\n');
    await utimes(file, moment, moment);
    assert.deepEqual(await paths(), ['a.txt']);
  });

  it('keeps what a sparse checkout leaves out', async () => {
    await start('sparse');
    assert.deepEqual(await paths(), []);
    await mkdir(join(path, 'y'));
    await writeFile(join(path, 'y/new'), 'n\n');
    assert.deepEqual(await paths(), ['y/new']);
  });

  it('works with conflicts and a lock in the index of the agent', async () => {
    await start('conflict');
    await plainGit(path, 'merge', 'f').catch(() => undefined);
    await writeFile(join(await plainGit(path, 'rev-parse', '--absolute-git-dir'), 'index.lock'), '');
    assert.deepEqual(await paths(), ['a.txt']);
  });

  it('refuses links that leave the tree, by name or by way of other links', async () => {
    await start('plain');
    await mkdir(join(path, 'p'));
    await mkdir(join(path, 'r'));
    await writeFile(join(path, 'r/f'), '');
    await symlink('../r', join(path, 'p/inside'));
    await symlink('../outside', join(path, 'by-name'));
    await symlink('/etc/passwd', join(path, 'absolute'));
    await symlink('.git', join(path, 'git-file'));
    await symlink('p/inside/../../x', join(path, 'by-link'));
    await symlink('nowhere', join(path, 'dangling'));
    await mkdir(join(folder(), 'x'));
    const refused = (await take()).refused.map(({ path: name, why }) => [name, why.code]);
    assert.deepEqual(refused, [
      ['absolute', 'capture.linkOutside'],
      ['by-link', 'capture.linkOutside'],
      ['by-name', 'capture.linkOutside'],
      ['git-file', 'capture.linkOutside'],
    ]);
  });

  it('refuses repositories in the tree, with and without a commit, and takes the rest', async () => {
    await start('plain');
    for (const name of ['empty', 'full']) await plainGit(path, 'init', '-q', name);
    await writeFile(join(path, 'full/f'), 'f\n');
    await plainGit(join(path, 'full'), 'add', '-A');
    await plainGit(join(path, 'full'), 'commit', '-qm', 'inner');
    await writeFile(join(path, 'mine'), 'm\n');
    const { refused, roundFiles } = await take();
    assert.deepEqual(
      refused.map(({ path: name, why }) => [name, why.code]),
      [
        ['empty', 'capture.nestedRepository'],
        ['full', 'capture.nestedRepository'],
      ],
    );
    assert.ok(roundFiles.some((change) => change.path === 'mine'));
  });

  it('refuses a moved submodule', async () => {
    await start('submodule');
    await plainGit(path, 'submodule', 'update', '-q', '--init');
    await plainGit(join(path, 'vendor/lib'), 'commit', '-q', '--allow-empty', '-m', 'moved');
    assert.deepEqual(
      (await take()).refused.map(({ path: name, why }) => [name, why.code]),
      [['vendor/lib', 'capture.submodule']],
    );
  });

  it('refuses files where a submodule belongs that is not fetched, of which git says nothing', async () => {
    await start('submodule');
    assert.deepEqual((await take()).refused, []);
    await mkdir(join(path, 'vendor/lib'), { recursive: true });
    await writeFile(join(path, 'vendor/lib/own.txt'), 'own\n');
    assert.deepEqual(
      (await take()).refused.map(({ path: name, why }) => [name, why.code]),
      [['vendor/lib', 'capture.submoduleFilled']],
    );
  });

  it('fails rather than leave out a file that it can not read', async () => {
    await start('plain');
    await plainGit(root, 'config', 'filter.bad.clean', 'exit 1');
    await plainGit(root, 'config', 'filter.bad.required', 'true');
    await writeFile(join(path, '.gitattributes'), 'secret filter=bad\n');
    await writeFile(join(path, 'secret'), 's');
    assert.equal(codeOf(await git.capture(path, seed, seed)), 'git.failed');
  });

  it('gives a patch that makes the same tree again, also of files that are no UTF-8', async () => {
    await start('plain');
    await writeFile(join(path, 'latin "1" [x]*.txt'), Buffer.from('caf\u00e9\n', 'latin1'));
    await writeFile(join(path, 'utf.txt'), 'café\n');
    await writeFile(join(path, 'no-end'), 'no line end');
    await writeFile(join(path, 'crlf'), 'a\r\nb\r\n');
    const { patch, tree } = await take();
    assert.match(patch, /^\+café$/m);
    const copy = join(folder(), 'copy');
    await plainGit(root, 'worktree', 'add', '-q', '--detach', copy, seed);
    await writeFile(join(folder(), 'p.patch'), patch);
    await plainGit(copy, 'apply', '--index', join(folder(), 'p.patch'));
    assert.equal(await plainGit(copy, 'write-tree'), tree);
  });

  it('takes a last reading of a tree that changes, and gives up on one that never rests', async () => {
    await start('plain');
    let adds = 0;
    let quietAfter = 2;
    const busy = openGit(root, {
      run: async (spec, signal) => {
        if (spec.argv.includes('add') && ++adds <= quietAfter) await writeFile(join(path, 'log'), `${adds}\n`);
        return runProcess(spec, signal);
      },
    });
    const captured = must(await busy.capture(path, seed, seed));
    assert.equal(captured.tree, must(await git.snapshotTree(path)));
    assert.equal(adds, 3);
    quietAfter = 100;
    assert.equal(codeOf(await busy.capture(path, seed, seed)), 'capture.unstable');
  });

  it('obeys no git dir that an agent has put in the place of its own', async () => {
    await start('plain');
    const ran = join(folder(), 'ran');
    await rm(join(path, '.git'));
    await plainGit(path, 'init', '-q');
    await plainGit(path, 'config', 'filter.evil.clean', `touch '${ran}'; cat`);
    await writeFile(join(path, '.gitattributes'), '* filter=evil\n');
    assert.equal(codeOf(await git.capture(path, seed, seed)), 'worktree.notIsolated');
    assert.equal(codeOf(await git.snapshotTree(path)), 'worktree.notIsolated');
    assert.equal(codeOf(await git.proveIsolation(path)), 'worktree.notIsolated');
    assert.equal(codeOf(await git.removeWorktree(path, 'w', [])), 'worktree.notIsolated');
    must(await git.listWorktrees());
    await assert.rejects(readFile(ran), 'a program of the forged git dir was run');
  });

  it('proves no isolation of an empty folder, of a link, and of another repository’s worktree', async () => {
    await start('empty_folder');
    assert.equal(codeOf(await git.proveIsolation(join(root, 'agent'))), 'worktree.notIsolated');
    await symlink(path, join(folder(), 'link'));
    assert.equal(codeOf(await git.proveIsolation(join(folder(), 'link'))), 'worktree.notIsolated');
    await mkdir(join(folder(), 'b'));
    const other = await buildState('worktree', join(folder(), 'b'));
    assert.equal(codeOf(await git.proveIsolation(join(other, '../wt'))), 'worktree.notIsolated');
    must(await git.proveIsolation(path));
  });
});
