import assert from 'node:assert/strict';
import { codeOf, must } from '../../integration/git/support.ts';
import type { GitSubject } from './describeGit.ts';

const at = '2026-01-31T12:00:00Z';

/** What the port `Git` promises about checkouts that a person names. */
export function describeSource(name: string, make: () => Promise<GitSubject>): void {
  describe(`Git contract, named checkouts: ${name}`, () => {
    /** An issue's worktree with one commit on its branch. */
    async function issue() {
      const subject = await make();
      const { git, free, write } = subject;
      const { commit: base } = must(await git.resolveBase(null));
      const path = free('issue-20');
      must(await git.createWorktree({ path, branch: 'fix/issue-20', commit: base }));
      const work = async (text: string, expect: string) => {
        await write(path, 'a.txt', text);
        const { tree } = must(await git.capture(path, expect, base));
        await write(path, 'a.txt', must(await git.readFileAt(expect, 'a.txt')) ?? '');
        const spec = { tree, parent: expect, expect, branch: 'fix/issue-20', message: 'work', at, follow: true };
        return must(await git.commit(spec)).head;
      };
      return { ...subject, base, path, head: await work('two\n', base), work };
    }

    it('commits on a branch that is checked out, and its files follow', async () => {
      const { git, path, read, head, work } = await issue();
      assert.equal(await read(path, 'a.txt'), 'two\n');
      assert.deepEqual(must(await git.sightSource({ path, base: head, head: null })), {
        head,
        commits: 0,
        uncommitted: 0,
        empty: true,
      });
      const next = await work('three\n', head);
      assert.equal(await read(path, 'a.txt'), 'three\n');
      assert.equal(must(await git.refs(['refs/heads/fix/issue-20']))['refs/heads/fix/issue-20'], next);
    });

    it('finds a checkout, its branch, its head and its base', async () => {
      const { git, root, path, base, head } = await issue();
      const found = { path, branch: 'fix/issue-20', linked: true, head };
      assert.deepEqual(must(await git.findSource({ path, base: null })), { ...found, base: head });
      assert.deepEqual(must(await git.findSource({ path, base })), { ...found, base });
      assert.deepEqual(must(await git.findSource({ path, base: 'main' })), { ...found, base });
      const main = { path: root, branch: 'main', linked: false, head: base, base };
      assert.deepEqual(must(await git.findSource({ path: null, base: null })), main);
      assert.deepEqual(must(await git.findSource({ path: root, base })), main);
    });

    it('refuses what is no checkout, lies inside one, and a base that is none or leads elsewhere', async () => {
      const { git, root, path, free, head } = await issue();
      for (const [spec, code] of [
        [{ path: free('nothing'), base: null }, 'source.missing'],
        [{ path: `${root}/a.txt`, base: null }, name === 'memory' ? 'source.notTop' : 'source.missing'],
        [{ path, base: 'no-such-branch' }, 'source.baseUnknown'],
        [{ path: null, base: head }, 'source.notAncestor'],
      ] as const)
        assert.equal(codeOf(await git.findSource(spec)), code, JSON.stringify(spec));
    });

    it('tells whether there is a change, and how much of it is not committed', async () => {
      const { git, path, base, head, write } = await issue();
      await write(path, 'new.txt', 'n\n');
      await write(path, 'a.txt', 'changed\n');
      const sight = { head, commits: 1, uncommitted: 2, empty: false };
      assert.deepEqual(must(await git.sightSource({ path, base, head: null })), sight);
      assert.deepEqual(must(await git.sightSource({ path, base, head })), sight);
      assert.equal(codeOf(await git.sightSource({ path, base: head, head: base })), 'source.notAncestor');
    });

    it('says that what was taken back is no change', async () => {
      const { git, path, base, head, work } = await issue();
      const back = await work('one\n', head);
      const sight = must(await git.sightSource({ path, base, head: back }));
      assert.deepEqual([sight.commits, sight.empty], [2, true]);
    });
  });
}
