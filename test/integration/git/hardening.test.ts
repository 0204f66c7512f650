import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

describe('git: nothing of the repository is run', () => {
  const folder = useTempFolder();

  it('through every call of the port', async () => {
    const root = await buildState('trap', folder());
    const ran = () => readdir(join(folder(), 'ran'));
    const git = openGit(root);
    const path = join(folder(), 'wt');

    // The trap works: a person's git runs the programs.
    await writeFile(join(root, 'a.txt'), 'changed\n');
    await plainGit(root, 'diff');
    await plainGit(root, 'diff', '--no-ext-diff');
    await plainGit(root, 'checkout', 'a.txt');
    const armed = await ran();
    const expected = ['fsmonitor', 'external', 'textconv', 'hook-post-checkout', 'hook-post-index-change'];
    assert.deepEqual(
      expected.filter((name) => !armed.includes(name)),
      [],
    );
    await rm(join(folder(), 'ran'), { recursive: true });
    await mkdir(join(folder(), 'ran'));

    must(await git.facts());
    const base = must(await git.resolveBase(null));
    await git.branchProblem('task');
    must(await git.readFileAt(base.commit, 'a.txt'));
    must(await git.tracked(['a.txt']));
    must(await git.createWorktree({ path, branch: null, commit: base.commit }));
    await writeFile(join(path, 'a.txt'), 'two\n');
    await writeFile(join(path, 'new.txt'), 'n\n');
    must(await git.proveIsolation(path));
    must(await git.snapshotTree(path));
    must(await git.listWorktrees());
    const captured = must(await git.capture(path, base.commit, base.commit));
    assert.match(captured.patch, /^\+two$/m);
    const commit = { parent: base.commit, message: 'm', at: '2026-01-01T00:00:00Z' };
    const one = must(await git.commit({ ...commit, tree: captured.tree, expect: null, branch: 'task' }));
    await writeFile(join(path, 'a.txt'), 'three\n');
    const other = must(
      await git.commit({ ...commit, tree: must(await git.snapshotTree(path)), expect: null, branch: 'other' }),
    );
    assert.match(must(await git.diff(base.commit, one.head, 10_000)).text, /^-one$/m);
    assert.deepEqual(await git.forecast(one.head, other.head), { clean: false, conflicts: ['a.txt'] });
    must(await git.refs(['HEAD']));
    must(await git.fastForward({ baseRef: base.ref, base: base.commit, head: one.head }));
    assert.equal(must(await git.removeWorktree(path, 'w', [])).rescue, 'refs/mam/rescue/w');
    await git.settled();
    assert.deepEqual(await ran(), []);
    await plainGit(root, 'merge-tree', '--write-tree', one.head, other.head);
    assert.ok((await ran()).includes('driver'), 'the forecast had no driver to avoid');
  });

  it('and nothing that an alias, an attribute or a hooks path of the worktree names', async () => {
    const root = await buildState('husky', folder());
    const git = openGit(root);
    const path = join(folder(), 'wt');
    const { commit } = must(await git.resolveBase(null));
    must(await git.createWorktree({ path, branch: 'task', commit }));
    await writeFile(join(path, 'new.txt'), 'n\n');
    const tree = must(await git.snapshotTree(path));
    // The branch's own hook refuses each commit; ours is made all the same.
    assert.equal(
      codeOf(
        await git.commit({
          tree,
          parent: commit,
          expect: null,
          branch: 'mine',
          message: 'm',
          at: '2026-01-01T00:00:00Z',
        }),
      ),
      'ok',
    );
  });

  it('keeps filters, which define what a file holds', async () => {
    const root = await buildState('plain', folder());
    await plainGit(root, 'config', 'filter.up.clean', 'tr a-z A-Z');
    await plainGit(root, 'config', 'filter.up.smudge', 'tr A-Z a-z');
    await writeFile(join(root, '.gitattributes'), '*.up filter=up\n');
    await writeFile(join(root, 'x.up'), 'words\n');
    await plainGit(root, 'add', '-A');
    await plainGit(root, 'commit', '-qm', 'up');
    const git = openGit(root);
    const { commit, tree } = must(await git.resolveBase(null));
    const path = join(folder(), 'wt');
    must(await git.createWorktree({ path, branch: null, commit }));
    assert.equal(must(await git.readFileAt(commit, 'x.up')), 'WORDS\n');
    await writeFile(join(path, 'x.up'), 'words\n');
    assert.equal(must(await git.snapshotTree(path)), tree);
  });

  it('leaves no objects of a forecast in the repository', async () => {
    const root = await buildState('conflict', folder());
    const git = openGit(root);
    const refs = must(await git.refs(['refs/heads/main', 'refs/heads/f']));
    const count = () => plainGit(root, 'count-objects');
    const before = await count();
    const forecast = await git.forecast(refs['refs/heads/main'] ?? '', refs['refs/heads/f'] ?? '');
    assert.deepEqual(forecast, { clean: false, conflicts: ['a.txt'] });
    assert.equal(await count(), before);
    assert.deepEqual(await readdir(join(root, '.git/mam/tmp')), []);
    assert.equal(await git.forecast('0'.repeat(40), refs['refs/heads/f'] ?? ''), null);
  });

  it('tells that it can not forecast without a common history', async () => {
    const root = await buildState('shallow', folder());
    const git = openGit(root);
    const refs = must(await git.refs(['refs/heads/main', 'refs/remotes/origin/other']));
    assert.equal(await git.forecast(refs['refs/heads/main'] ?? '', refs['refs/remotes/origin/other'] ?? ''), null);
  });
});
