import assert from 'node:assert/strict';
import { codeOf, must } from '../../integration/git/support.ts';
import type { GitSubject } from './describeGit.ts';

/** What the port `Git` promises about branches that are deleted, and those that are checked out. */
export function describeBranchCare(name: string, make: () => Promise<GitSubject>): void {
  describe(`Git contract, branches: ${name}`, () => {
    it('are deleted only at the commit that they are said to be at, and that is kept', async () => {
      const { git, free, write } = await make();
      const base = must(await git.resolveBase(null));
      const path = free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await write(path, 'a.txt', 'two\n');
      const { tree } = must(await git.capture(path, base.commit, base.commit));
      const at = '2026-01-31T12:00:00Z';
      const spec = { tree, parent: base.commit, expect: null, branch: 'task/1', message: 'work', at };
      const { head } = must(await git.commit(spec));
      assert.equal(codeOf(await git.deleteBranch({ branch: 'task/1', head: base.commit })), 'commit.moved');
      assert.deepEqual(must(await git.refs(['refs/heads/task/1'])), { 'refs/heads/task/1': head });
      const { rescue } = must(await git.deleteBranch({ branch: 'task/1', head }));
      assert.deepEqual(must(await git.refs(['refs/heads/task/1'])), {});
      assert.match(rescue, /^refs\/mam\/rescue\/branch\/task\/1\//);
      assert.deepEqual(must(await git.deleteBranch({ branch: 'task/1', head })), { rescue });
      assert.equal(codeOf(await git.deleteBranch({ branch: 'main', head: base.commit })), 'commit.checkedOut');
    });

    it('are checked out where somebody stands, made where they are not there, and lose no change', async () => {
      const { git, root, write, read } = await make();
      await write(root, 'new.txt', 'mine\n');
      assert.deepEqual(must(await git.switchBranch('feat/issue-9-x', 'main')), { created: true });
      assert.equal(must(await git.listCheckouts()).find((one) => one.here)?.branch, 'feat/issue-9-x');
      assert.deepEqual(must(await git.switchBranch('feat/issue-9-x', 'main')), { created: false });
      assert.equal(await read(root, 'new.txt'), 'mine\n');
      assert.deepEqual(must(await git.switchBranch('main', 'feat/issue-9-x')), { created: false });
      assert.equal(codeOf(await git.switchBranch('other', 'feat/issue-9-x')), 'branch.switched');
      assert.equal(must(await git.listCheckouts()).find((one) => one.here)?.branch, 'main');
      assert.equal(codeOf(await git.switchBranch('no..name', 'main')), 'branch.invalid');
      assert.equal(codeOf(await git.switchBranch('main/below', 'main')), 'branch.clash');
    });

    it('stay where they are when a change would be lost, and where another checkout has them', async () => {
      const { git, root, free, write, read } = await make();
      const base = must(await git.resolveBase(null));
      const other = free('other');
      must(await git.createWorktree({ path: other, branch: null, commit: base.commit }));
      await write(other, 'a.txt', 'theirs\n');
      const { tree } = must(await git.capture(other, base.commit, base.commit));
      const at = '2026-01-31T12:00:00Z';
      must(await git.commit({ tree, parent: base.commit, expect: null, branch: 'task/1', message: 'work', at }));
      await write(root, 'a.txt', 'mine\n');
      assert.equal(codeOf(await git.switchBranch('task/1', 'main')), 'branch.notSwitched');
      assert.equal(await read(root, 'a.txt'), 'mine\n');
      assert.equal(must(await git.listCheckouts()).find((one) => one.here)?.branch, 'main');
      must(await git.createWorktree({ path: free('held'), branch: 'held', commit: base.commit }));
      assert.equal(codeOf(await git.switchBranch('held', 'main')), 'branch.checkedOut');
    });
  });
}
