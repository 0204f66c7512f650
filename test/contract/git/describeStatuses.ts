import assert from 'node:assert/strict';
import { must } from '../../integration/git/support.ts';
import type { GitSubject } from './describeGit.ts';

/** What the port `Git` promises about how checkouts stand. */
export function describeStatuses(name: string, make: () => Promise<GitSubject>): void {
  describe(`Git contract, statuses: ${name}`, () => {
    it('reads the status only of those that are asked for, by the path that they were asked by', async () => {
      const subject = await make();
      const { git } = subject;
      const base = must(await git.resolveBase(null));
      const [path, other] = [subject.free('w'), subject.free('v')];
      for (const one of [path, other]) {
        must(await git.createWorktree({ path: one, branch: null, commit: base.commit }));
        await subject.write(one, 'new.txt', 'x\n');
      }
      const asked: (readonly [string, string | null])[] = [];
      const listed = must(
        await git.listWorktrees(undefined, [path, other], (one, head) => {
          asked.push([one, head]);
          return one === path;
        }),
      );
      assert.deepEqual(
        listed
          .map((one) => [one.path, one.head, one.untracked, one.dirty])
          .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
        [
          [subject.root, base.commit, 0, undefined],
          [other, base.commit, 0, undefined],
          [path, base.commit, 1, ['new.txt']],
        ].toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
      );
      assert.deepEqual(asked.toSorted(), [subject.root, other, path].map((one) => [one, base.commit]).toSorted());
    });
  });
}
