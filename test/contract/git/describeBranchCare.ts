import assert from 'node:assert/strict';
import { codeOf, must } from '../../integration/git/support.ts';
import type { GitSubject } from './describeGit.ts';

/** What the port `Git` promises about branches that are deleted. */
export function describeBranchCare(name: string, make: () => Promise<GitSubject>): void {
  describe(`Git contract, branches that go: ${name}`, () => {
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
  });
}
