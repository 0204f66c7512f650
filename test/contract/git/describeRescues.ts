import assert from 'node:assert/strict';
import { must } from '../../integration/git/support.ts';
import type { GitSubject } from './describeGit.ts';

/** What the port `Git` promises about the list of kept work. */
export function describeRescues(name: string, make: () => Promise<GitSubject>): void {
  describe(`Git contract, rescued work: ${name}`, () => {
    it('lists every copy with what it started from', async () => {
      const { git, root, free, write } = await make();
      assert.deepEqual(must(await git.listRescues()), []);
      const base = must(await git.resolveBase(null));
      const path = free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await write(path, 'a.txt', 'half done\n');
      const { rescue } = must(await git.removeWorktree(path, 'lost/one', []));
      await write(root, 'new.txt', 'mine\n');
      must(await git.keepCopy(root, 'copy'));

      const copies = must(await git.listRescues());
      assert.deepEqual(copies.map((copy) => copy.name).toSorted(), ['copy', 'lost/one']);
      const one = copies.find((copy) => `refs/mam/rescue/${copy.name}` === rescue);
      assert.equal(one?.parent, base.commit);
      assert.match(one.about, /^Rescue of .*w$/);
      assert.match(one.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.equal(must(await git.readFileAt(one.commit, 'a.txt')), 'half done\n');

      const again = free('again');
      must(await git.createWorktree({ path: again, branch: 'rescued/lost/one', commit: one.commit }));
      assert.equal(must(await git.listRescues()).length, 2, 'a copy stays after it was restored');
    });
  });
}
