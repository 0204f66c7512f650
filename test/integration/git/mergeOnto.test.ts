import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitAdapter } from '../../../src/adapters/git/createGit.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

const said = { message: 'Merge work into main', at: '2026-01-31T12:00:00Z' };

describe('git: a head merged onto a base that moved', () => {
  const folder = useTempFolder();
  let git: GitAdapter;
  let root: string;
  let from: string;

  beforeEach(async () => {
    root = await buildState('plain', folder());
    git = openGit(root);
    await writeFile(join(root, 'shared.txt'), 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
    await plainGit(root, 'add', '--all');
    await plainGit(root, 'commit', '--quiet', '--message', 'Shared');
    from = must(await git.resolveBase(null)).commit;
  });

  /** Commits files on a branch that begins at `from`, and goes back to where the checkout was. */
  async function commitOn(branch: string, files: Readonly<Record<string, string | null>>): Promise<string> {
    const [home = ''] = (await plainGit(root, 'branch', '--show-current')).split('\n');
    await plainGit(root, 'checkout', '--quiet', ...(branch === home ? [home] : ['-b', branch, from]));
    for (const [path, text] of Object.entries(files))
      if (text === null) await plainGit(root, 'rm', '--quiet', path);
      else {
        await mkdir(join(root, path, '..'), { recursive: true });
        await writeFile(join(root, path), text);
      }
    await plainGit(root, 'add', '--all');
    await plainGit(root, 'commit', '--quiet', '--message', `On ${branch}`);
    const commit = (await plainGit(root, 'rev-parse', 'HEAD')).trim();
    await plainGit(root, 'checkout', '--quiet', home);
    return commit;
  }
  const main = async () => (await plainGit(root, 'branch', '--show-current')).trim();
  const sight = async () => [
    await plainGit(root, 'status', '--porcelain'),
    await plainGit(root, 'for-each-ref'),
    await readFile(join(root, '.git/index'), 'latin1'),
    await plainGit(root, 'worktree', 'list'),
  ];

  it('is one commit with both as parents, the same each time, of which nothing else knows', async () => {
    const head = await commitOn('work', { 'new.txt': 'work\n' });
    const base = await commitOn(await main(), { 'other.txt': 'theirs\n' });
    await writeFile(join(root, 'shared.txt'), 'a person is at it\n');
    const before = await sight();
    const made = must(await git.mergeOnto({ from, base, head, ...said }));
    assert.ok(made.kind === 'clean');
    assert.deepEqual(made.both, []);
    assert.deepEqual(must(await git.mergeOnto({ from, base, head, ...said })), made);
    assert.equal(
      await plainGit(root, 'log', '-1', '--format=%P|%T|%an <%ae>|%aI|%B', made.commit),
      `${base} ${head}|${made.tree}|MAM <mam@localhost>|2026-01-31T12:00:00+00:00|Merge work into main\n`,
    );
    assert.equal(
      await plainGit(root, 'ls-tree', '--name-only', made.commit, 'new.txt', 'other.txt'),
      'new.txt\nother.txt',
    );
    assert.deepEqual(await sight(), before);
    const path = join(folder(), 'checked');
    must(await git.createWorktree({ path, branch: null, commit: made.commit }));
    assert.equal(must(await git.snapshotTree(path)), made.tree);
    assert.deepEqual(must(await git.removeWorktree(path, 'checked', [made.tree], 'none')), { rescue: null });
    const baseRef = `refs/heads/${await main()}`;
    await plainGit(root, 'checkout', '--quiet', '--', 'shared.txt');
    must(await git.fastForward({ baseRef, base, head: made.commit }));
    assert.deepEqual(must(await git.refs([baseRef])), { [baseRef]: made.commit });
    assert.equal(await readFile(join(root, 'new.txt'), 'utf8'), 'work\n');
  });

  it('names the files that conflict', async () => {
    const head = await commitOn('work', { 'shared.txt': 'mine\n', 'a ü.txt': 'mine\n' });
    const base = await commitOn(await main(), { 'shared.txt': 'theirs\n', 'a ü.txt': 'theirs\n' });
    const made = must(await git.mergeOnto({ from, base, head, ...said }));
    assert.deepEqual(made, { kind: 'conflict', files: ['a ü.txt', 'shared.txt'] });
  });

  it('names files that both sides changed although git merges them', async () => {
    const head = await commitOn('work', {
      'shared.txt': 'ONE\ntwo\nthree\nfour\nfive\nsix\nseven\n',
      'new.txt': 'x\n',
    });
    const base = await commitOn(await main(), { 'shared.txt': 'one\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n' });
    const made = must(await git.mergeOnto({ from, base, head, ...said }));
    assert.deepEqual(made.kind === 'clean' && made.both, ['shared.txt']);
  });

  it('says where the base does not hold the commit any more that the work was done on', async () => {
    const head = await commitOn('work', { 'new.txt': 'work\n' });
    await plainGit(root, 'commit', '--quiet', '--amend', '--message', 'Another one');
    const base = (await plainGit(root, 'rev-parse', 'HEAD')).trim();
    assert.deepEqual(must(await git.mergeOnto({ from, base, head, ...said })), { kind: 'rewritten' });
  });

  it('runs no program that the repository names', async () => {
    await plainGit(root, 'config', 'merge.theirs.driver', `touch ${join(folder(), 'ran')}; false`);
    await writeFile(join(root, '.gitattributes'), '*.txt merge=theirs\n');
    await plainGit(root, 'add', '--all');
    await plainGit(root, 'commit', '--quiet', '--message', 'Attributes');
    from = must(await git.resolveBase(null)).commit;
    const head = await commitOn('work', { 'shared.txt': 'ONE\ntwo\nthree\nfour\nfive\nsix\nseven\n' });
    const base = await commitOn(await main(), { 'shared.txt': 'one\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n' });
    assert.equal(must(await git.mergeOnto({ from, base, head, ...said })).kind, 'clean');
    await assert.rejects(readFile(join(folder(), 'ran')));
  });

  it('is unknown where a commit is missing', async () => {
    const head = await commitOn('work', { 'new.txt': 'work\n' });
    assert.equal(codeOf(await git.mergeOnto({ from, base: '1'.repeat(40), head, ...said })), 'git.failed');
  });
});
