import assert from 'node:assert/strict';
import { codeOf, must } from '../../integration/git/support.ts';
import type { GitSubject } from './describeGit.ts';

/** What the port `Git` promises about the change that readers look at, and about the checkout that they look in. */
export function describeReaderCare(name: string, make: () => Promise<GitSubject>): void {
  describe(`Git contract, readers: ${name}`, () => {
    it('tells what a commit adds to where it left another', async () => {
      const { git, free, write } = await make();
      const base = must(await git.resolveBase(null));
      const path = free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await write(path, 'new.txt', 'n\n');
      const { tree } = must(await git.capture(path, base.commit, base.commit));
      const at = '2026-01-31T12:00:00Z';
      const spec = { tree, parent: base.commit, expect: null, branch: 'task/1', message: 'work', at };
      const { head } = must(await git.commit(spec));
      const files = [{ path: 'new.txt', status: 'added', added: 1, removed: 0 }];
      assert.deepEqual(must(await git.changeSince([base.commit], head)), { base: base.commit, tree, files });
      assert.deepEqual(must(await git.changeSince([head], base.commit)), {
        base: base.commit,
        tree: base.tree,
        files: [],
      });
      // Of several it is the one that shares most with it.
      assert.deepEqual(must(await git.changeSince([base.commit, head], head)), { base: head, tree, files: [] });
      assert.equal(codeOf(await git.changeSince(['0'.repeat(40)], head)), 'git.failed');
    });

    it('describes what differs between two commits, with secrets in files that are no text', async () => {
      const { git, free, write } = await make();
      const base = must(await git.resolveBase(null));
      const path = free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await write(path, 'new.txt', 'n\n');
      await write(path, 'data.bin', `\0ghp_${'aB3xY9kQ7mN2'.repeat(3)}`);
      const { tree, patch, roundFiles, binaries } = must(await git.capture(path, base.commit, base.commit));
      const at = '2026-01-31T12:00:00Z';
      const spec = { tree, parent: base.commit, expect: null, branch: 'task/1', message: 'work', at };
      const { head } = must(await git.commit(spec));
      assert.deepEqual(must(await git.describeChange(base.commit, head)), { patch, roundFiles, binaries });
      assert.equal(binaries[0]?.secrets?.length, 1);
    });

    it('makes a commit of two, of which nothing but objects is left', async () => {
      const { git, free, write, read } = await make();
      const base = must(await git.resolveBase(null));
      const path = free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await write(path, 'test/new.txt', 'n\n');
      await write(path, 'a.txt', 'changed\n');
      const { tree } = must(await git.capture(path, base.commit, base.commit));
      const at = '2026-01-31T12:00:00Z';
      const spec = { tree, parent: base.commit, expect: null, branch: 'task/1', message: 'work', at };
      const { head } = must(await git.commit(spec));
      const wanted = { commit: base.commit, from: head, paths: ['test/new.txt', 'nothing.txt'] };
      const made = must(await git.graftFiles(wanted));
      assert.deepEqual(must(await git.graftFiles(wanted)), made);
      const other = free('grafted');
      must(await git.createWorktree({ path: other, branch: null, commit: made.commit }));
      assert.equal(must(await git.snapshotTree(other)), made.tree);
      assert.equal(await read(other, 'test/new.txt'), 'n\n');
      assert.equal(must(await git.changeSince([base.commit], made.commit)).files.length, 1);
      assert.equal(must(await git.removeWorktree(other, 'grafted', [made.tree])).rescue, null);
    });

    it('takes the tree of tracked files alone', async () => {
      const { git, free, write } = await make();
      const base = must(await git.resolveBase(null));
      const path = free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await write(path, 'built.log', 'x\n');
      assert.equal(must(await git.snapshotTree(path, 'tracked')), base.tree);
      assert.notEqual(must(await git.snapshotTree(path)), base.tree);
      await write(path, 'a.txt', 'changed\n');
      assert.notEqual(must(await git.snapshotTree(path, 'tracked')), base.tree);
    });
  });
}
