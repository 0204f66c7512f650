import assert from 'node:assert/strict';
import type { Git } from '../../../src/app/ports/git.ts';
import { problem } from '../../../src/base/problem.ts';
import { codeOf, must } from '../../integration/git/support.ts';
import type { GitSubject } from './describeGit.ts';

const at = '2026-01-31T12:00:00Z';

/** What leases ask of the port `Git`: a commit that can be refused at the last moment, and copies that change nothing. */
export function describeLeaseCare(name: string, make: () => Promise<GitSubject>): void {
  describe(`Git contract for leases: ${name}`, () => {
    let subject: GitSubject;
    let git: Git;
    let base: { readonly commit: string };
    beforeEach(async () => {
      subject = await make();
      git = subject.git;
      base = must(await git.resolveBase(null));
    });

    it('moves no branch when the guard has a reason, asked after everything else', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await subject.write(path, 'a.txt', 'two\n');
      const captured = must(await git.capture(path, base.commit, base.commit));
      const spec = { tree: captured.tree, parent: base.commit, expect: null, branch: 'work', message: 'work', at };
      const refused = await git.commit({ ...spec, guard: async () => problem('test.guard', 'No.') });
      assert.equal(codeOf(refused), 'test.guard');
      assert.deepEqual(must(await git.refs(['refs/heads/work'])), {});
      const done = must(await git.commit({ ...spec, guard: async () => null }));
      assert.deepEqual(must(await git.refs(['refs/heads/work'])), { 'refs/heads/work': done.head });
    });

    it('keeps a copy of a checkout and leaves it as it is', async () => {
      assert.deepEqual(must(await git.keepCopy(subject.root, 'nothing')), { rescue: null });
      await subject.write(subject.root, 'a.txt', 'mine\n');
      await subject.write(subject.root, 'new.txt', 'new\n');
      const { rescue } = must(await git.keepCopy(subject.root, 'copy'));
      assert.equal(rescue, 'refs/mam/rescue/copy');
      const kept = must(await git.refs([rescue]))[rescue];
      assert.equal(must(await git.readFileAt(kept!, 'a.txt')), 'mine\n');
      assert.equal(must(await git.readFileAt(kept!, 'new.txt')), 'new\n');
      assert.equal(await subject.read(subject.root, 'a.txt'), 'mine\n');
      const [main] = must(await git.listWorktrees());
      assert.deepEqual([main?.changed, main?.untracked, main?.branch], [1, 1, 'main']);
    });
  });
}
