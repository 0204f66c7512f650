import assert from 'node:assert/strict';
import type { Git } from '../../../src/app/ports/git.ts';
import { must, codeOf } from '../../integration/git/support.ts';

/** A repository with one commit (a.txt = "one\n") on the branch `main`, which is checked out at `root`. */
export interface GitSubject {
  readonly git: Git;
  readonly root: string;
  /** A path where a worktree can be made. */
  readonly free: (name: string) => string;
  /** Writes a file of a checkout, as an agent or a person does; null deletes it. */
  readonly write: (checkout: string, path: string, text: string | null) => Promise<void>;
  readonly read: (checkout: string, path: string) => Promise<string | null>;
  /** Makes a branch of a remote look fetched, by a name like `origin/main`. */
  readonly fetched: (name: string, commit: string) => Promise<void>;
}

const at = '2026-01-31T12:00:00Z';

/** What the port `Git` promises, whoever keeps it. */
export function describeGit(name: string, make: () => Promise<GitSubject>): void {
  describe(`Git contract: ${name}`, () => {
    let subject: GitSubject;
    let git: Git;
    let base: { readonly commit: string; readonly tree: string };
    beforeEach(async () => {
      subject = await make();
      git = subject.git;
      base = must(await git.resolveBase(null));
    });

    /** Captures a worktree and commits what it holds on `branch`. */
    async function commitFrom(
      path: string,
      branch: string,
      expect: string | null = null,
    ): Promise<{ head: string; tree: string }> {
      const captured = must(await git.capture(path, base.commit, base.commit));
      return must(await git.commit({ tree: captured.tree, parent: base.commit, expect, branch, message: 'work', at }));
    }

    it('tells where it is', async () => {
      const facts = must(await git.facts());
      assert.deepEqual(
        { root: facts.controlRoot, branch: facts.branch, head: facts.head, bare: facts.bare },
        { root: subject.root, branch: 'main', head: base.commit, bare: false },
      );
    });

    it('resolves the base as a full ref with its commit and tree', async () => {
      assert.deepEqual(must(await git.resolveBase(null)), { ref: 'refs/heads/main', ...base, commit: base.commit });
      assert.deepEqual(must(await git.resolveBase('main')), must(await git.resolveBase(null)));
      assert.equal(codeOf(await git.resolveBase('nope')), 'git.baseMissing');
    });

    it('reads files at a commit, whatever the checkout holds', async () => {
      await subject.write(subject.root, 'a.txt', 'changed\n');
      assert.equal(must(await git.readFileAt(base.commit, 'a.txt')), 'one\n');
      assert.equal(must(await git.readFileAt(base.commit, 'none')), null);
      assert.equal(codeOf(await git.readFileAt('0'.repeat(40), 'a.txt')), 'git.failed');
    });

    it('makes a detached worktree, and finds the same one when asked again', async () => {
      const spec = { path: subject.free('w'), branch: null, commit: base.commit };
      must(await git.createWorktree(spec));
      must(await git.createWorktree(spec));
      assert.equal(await subject.read(spec.path, 'a.txt'), 'one\n');
      must(await git.proveIsolation(spec.path));
      assert.deepEqual(
        must(await git.listWorktrees()).map((one) => [one.path, one.branch, one.head, one.changed, one.untracked]),
        [
          [subject.root, 'main', base.commit, 0, 0],
          [spec.path, null, base.commit, 0, 0],
        ],
      );
    });

    it('makes a worktree on a new branch, and refuses another use of that branch and of that folder', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: 'task/1', commit: base.commit }));
      assert.equal((await git.branchProblem('task/1'))?.code, 'branch.checkedOut');
      assert.equal((await git.branchProblem('task'))?.code, 'branch.clash');
      assert.equal(
        codeOf(await git.createWorktree({ path: subject.free('v'), branch: 'task/1', commit: base.commit })),
        'branch.checkedOut',
      );
      assert.equal(
        codeOf(await git.createWorktree({ path, branch: 'task/2', commit: base.commit })),
        'worktree.occupied',
      );
      assert.deepEqual(must(await git.refs(['refs/heads/task/2'])), {});
    });

    it('proves no isolation of the main checkout and of what is no worktree', async () => {
      assert.equal(codeOf(await git.proveIsolation(subject.root)), 'worktree.notIsolated');
      assert.equal(codeOf(await git.proveIsolation(subject.free('none'))), 'worktree.notIsolated');
    });

    it('captures new, changed and deleted files, and commits them on a branch', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await subject.write(path, 'new.txt', 'n1\nn2\n');
      await subject.write(path, 'a.txt', null);
      const captured = must(await git.capture(path, base.commit, base.commit));
      const changes = [
        { path: 'a.txt', status: 'deleted', added: 0, removed: 1 },
        { path: 'new.txt', status: 'added', added: 2, removed: 0 },
      ];
      assert.deepEqual([captured.roundFiles, captured.files, captured.refused], [changes, changes, []]);
      assert.equal(must(await git.snapshotTree(path)), captured.tree);
      assert.match(captured.patch, /^\+n1$/m);

      const made = await commitFrom(path, 'task/1');
      assert.equal(made.tree, captured.tree);
      assert.deepEqual(must(await git.refs(['refs/heads/task/1', 'refs/heads/none'])), {
        'refs/heads/task/1': made.head,
      });
      assert.equal(must(await git.readFileAt(made.head, 'new.txt')), 'n1\nn2\n');
      assert.match(must(await git.diff(base.commit, made.head, 10_000)).text, /^-one$/m);
    });

    it('names the secrets in changed files that are no text', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await subject.write(path, 'data', `\0ghp_${'aB3xY9kQ7mN2'.repeat(3)}\0`);
      await subject.write(path, 'plain', '\0\0');
      await subject.write(path, 'text', 'text\n');
      const { binaries } = must(await git.capture(path, base.commit, base.commit));
      assert.deepEqual(binaries, [
        { path: 'data', secrets: ['GitHub token'] },
        { path: 'plain', secrets: [] },
      ]);
    });

    it('counts what a worktree has that the base has not, and the other way round', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await subject.write(path, 'a.txt', 'two\n');
      const { head: commit } = await commitFrom(path, 'task/1');
      must(await git.createWorktree({ path: subject.free('v'), branch: null, commit }));
      const distances = async (against: Parameters<Git['listWorktrees']>[0]) =>
        must(await git.listWorktrees(against))
          .filter((one) => one.path !== subject.root)
          .map((one) => [one.path, one.against, one.ahead, one.behind])
          .toSorted();
      assert.deepEqual(await distances(undefined), [
        [subject.free('v'), null, 0, 0],
        [path, null, 0, 0],
      ]);
      assert.deepEqual(await distances({ ref: 'refs/heads/main', commit: base.commit }), [
        [subject.free('v'), 'refs/heads/main', 1, 0],
        [path, 'refs/heads/main', 0, 0],
      ]);
      assert.deepEqual(await distances({ ref: 'refs/heads/task/1', commit }), [
        [subject.free('v'), 'refs/heads/task/1', 0, 0],
        [path, 'refs/heads/task/1', 0, 1],
      ]);
    });

    it('finds its own commit when the same commit is asked for again, and refuses a branch that somebody moved', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await subject.write(path, 'a.txt', 'two\n');
      const first = await commitFrom(path, 'task/1');
      assert.deepEqual(await commitFrom(path, 'task/1'), first);
      await subject.write(path, 'a.txt', 'three\n');
      const tree = must(await git.snapshotTree(path));
      const spec = { tree, parent: base.commit, branch: 'task/1', message: 'work', at };
      assert.equal(codeOf(await git.commit({ ...spec, expect: base.commit })), 'commit.moved');
      assert.equal(codeOf(await git.commit({ ...spec, expect: null })), 'commit.moved');
      const second = must(await git.commit({ ...spec, expect: first.head }));
      assert.deepEqual(must(await git.refs(['refs/heads/task/1'])), { 'refs/heads/task/1': second.head });
      assert.equal(codeOf(await git.commit({ ...spec, branch: 'main', expect: base.commit })), 'commit.checkedOut');
    });

    it('forecasts a merge', async () => {
      const [a, b] = [subject.free('a'), subject.free('b')];
      for (const path of [a, b]) must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await subject.write(a, 'a.txt', 'by a\n');
      await subject.write(b, 'a.txt', 'by b\n');
      await subject.write(b, 'b.txt', 'b\n');
      const [one, two] = [await commitFrom(a, 'a'), await commitFrom(b, 'b')];
      assert.deepEqual(await git.forecast(one.head, two.head), { clean: false, conflicts: ['a.txt'] });
      assert.deepEqual(await git.forecast(base.commit, two.head), { clean: true, conflicts: [] });
    });

    it('fast-forwards the base and its checkout, only from where it was and only if that is clean', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await subject.write(path, 'a.txt', 'two\n');
      const { head } = await commitFrom(path, 'task/1');
      const move = { baseRef: 'refs/heads/main', base: base.commit, head };
      await subject.write(subject.root, 'a.txt', 'mine\n');
      assert.equal(codeOf(await git.fastForward(move)), 'merge.dirty');
      await subject.write(subject.root, 'a.txt', 'one\n');
      assert.equal(codeOf(await git.fastForward({ ...move, base: head })), 'merge.baseMoved');
      must(await git.fastForward(move));
      must(await git.fastForward(move));
      assert.equal(await subject.read(subject.root, 'a.txt'), 'two\n');
      assert.equal(codeOf(await git.fastForward({ ...move, base: head, head: base.commit })), 'merge.notFastForward');
    });

    it('removes a worktree after a rescue of what only it holds', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      assert.deepEqual(must(await git.removeWorktree(path, 'clean', [])), { rescue: null });
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await subject.write(path, 'only-here.txt', 'x\n');
      assert.deepEqual(must(await git.removeWorktree(path, 'w1', [])), { rescue: 'refs/mam/rescue/w1' });
      assert.equal(await subject.read(path, 'a.txt'), null);
      assert.equal(must(await git.listWorktrees()).length, 1);
      assert.equal(codeOf(await git.removeWorktree(subject.root, 'root', [])), 'worktree.notLinked');
    });

    it('needs no rescue of content that is known', async () => {
      const path = subject.free('w');
      const makeChanged = async () => {
        must(await git.createWorktree({ path, branch: null, commit: base.commit }));
        await subject.write(path, 'a.txt', 'two\n');
      };
      await makeChanged();
      const { head, tree } = await commitFrom(path, 'task/1');
      assert.deepEqual(must(await git.removeWorktree(path, 'w1', [tree])), { rescue: null });
      await makeChanged();
      await subject.write(path, 'more.txt', 'x\n');
      assert.deepEqual(must(await git.removeWorktree(path, 'w2', [tree])), { rescue: 'refs/mam/rescue/w2' });
      assert.deepEqual(must(await git.refs(['refs/heads/task/1'])), { 'refs/heads/task/1': head });
    });

    it('lists checkouts with what they have checked out', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: 'fix/issue-9', commit: base.commit }));
      must(await git.createWorktree({ path: subject.free('v'), branch: null, commit: base.commit }));
      const found = must(await git.listCheckouts());
      assert.deepEqual(
        found.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
        [
          { path: subject.root, branch: 'main', rebasing: null, head: base.commit, here: true },
          { path, branch: 'fix/issue-9', rebasing: null, head: base.commit, here: false },
          { path: subject.free('v'), branch: null, rebasing: null, head: base.commit, here: false },
        ].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      );
      assert.deepEqual(
        must(await git.ownCheckout()),
        found.find((one) => one.here),
      );
    });

    it('lists branches, here and of remotes', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: 'fix/issue-9', commit: base.commit }));
      await subject.write(path, 'a.txt', 'two\n');
      const { head } = await commitFrom(path, 'task/1');
      await subject.fetched('origin/main', base.commit);
      await subject.fetched('origin/fix/issue-8', head);
      const { local, remote, remoteDefault } = must(await git.listBranches());
      assert.deepEqual(
        [local, remote, remoteDefault],
        [
          { main: base.commit, 'fix/issue-9': base.commit, 'task/1': head },
          { 'origin/main': base.commit, 'origin/fix/issue-8': head },
          'origin/main',
        ],
      );
    });

    it('names changed paths of the source root, file by file', async () => {
      assert.deepEqual(must(await git.changedPaths()), []);
      await subject.write(subject.root, 'new folder/b.txt', 'b\n');
      await subject.write(subject.root, 'new folder/한글.txt', 'c\n');
      await subject.write(subject.root, 'a.txt', 'two\n');
      assert.deepEqual(must(await git.changedPaths()), ['a.txt', 'new folder/b.txt', 'new folder/한글.txt']);
    });

    it('tells which commit is an ancestor of which', async () => {
      const path = subject.free('w');
      must(await git.createWorktree({ path, branch: null, commit: base.commit }));
      await subject.write(path, 'a.txt', 'two\n');
      const { head } = await commitFrom(path, 'task/1');
      const asked = [
        await git.isAncestor(base.commit, head),
        await git.isAncestor(head, base.commit),
        await git.isAncestor(head, head),
      ];
      assert.deepEqual(asked.map(must), [true, false, true]);
      assert.equal(codeOf(await git.isAncestor('0'.repeat(40), head)), 'git.failed');
    });

    it('names tracked files below given paths', async () => {
      assert.deepEqual(must(await git.tracked(['a.txt', 'none'])), ['a.txt']);
      assert.deepEqual(must(await git.tracked([])), []);
      assert.ok(must(await git.tracked(['.'])).includes('a.txt'));
      assert.deepEqual(must(await git.tracked(['*.txt', ':(top)a.txt'])), []);
    });
  });
}
