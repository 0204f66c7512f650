import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitAdapter } from '../../../src/adapters/git/createGit.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

const at = '2026-01-31T12:00:00Z';

describe('git: commit and fast-forward', () => {
  const folder = useTempFolder();
  let git: GitAdapter;
  let root: string;
  let base: { readonly ref: string; readonly commit: string; readonly tree: string };

  async function start(state: string, below = 'repo'): Promise<void> {
    await buildState(state, folder());
    root = join(folder(), below);
    git = openGit(root);
    base = must(await git.resolveBase(null));
  }
  /** A commit on the base that adds one file, on the branch `task`. */
  async function change(name = 'new', expect: string | null = null): Promise<string> {
    const path = join(folder(), `agent-${name}`);
    must(await git.createWorktree({ path, branch: null, commit: base.commit }));
    await writeFile(join(path, name), 'n\n');
    const tree = must(await git.snapshotTree(path));
    return must(await git.commit({ tree, parent: base.commit, expect, branch: 'task', message: 'work\n\nTask: 1', at }))
      .head;
  }
  const merge = async (head: string) => codeOf(await git.fastForward({ baseRef: base.ref, base: base.commit, head }));

  it('commits by a fixed identity and date, so that the id follows from the content', async () => {
    await start('plain');
    const head = await change();
    assert.equal(
      await plainGit(root, 'log', '-1', '--format=%an <%ae> %ad|%cn <%ce> %cd|%B', '--date=iso-strict', head),
      'MAM <mam@localhost> 2026-01-31T12:00:00+00:00|MAM <mam@localhost> 2026-01-31T12:00:00+00:00|work\n\nTask: 1\n',
    );
  });

  it('keeps what the branch held when the new commit does not follow it', async () => {
    await start('plain');
    const first = await change('one');
    const second = await change('two', first);
    assert.deepEqual(must(await git.refs(['refs/heads/task', `refs/mam/rescue/${first}`])), {
      'refs/heads/task': second,
      [`refs/mam/rescue/${first}`]: first,
    });
  });

  it('names a tree that is missing and a branch that cannot be made', async () => {
    await start('branch_slash');
    const spec = { tree: base.tree, parent: base.commit, expect: null, message: 'm', at };
    assert.equal(codeOf(await git.commit({ ...spec, branch: 'feature/x' })), 'branch.clash');
    assert.equal(codeOf(await git.commit({ ...spec, tree: '1'.repeat(40), branch: 'x' })), 'git.failed');
    assert.deepEqual(must(await git.refs(['refs/heads/x'])), {});
  });

  it('moves a base that is checked out nowhere, and one in a linked worktree together with its files', async () => {
    await start('bare_layout', 'proj');
    const head = await change();
    assert.equal(await merge(head), 'ok');
    assert.equal(await readFile(join(root, 'main/new'), 'utf8'), 'n\n');
    assert.equal(await plainGit(join(root, 'main'), 'status', '--porcelain'), '');
    await plainGit(join(root, 'main'), 'checkout', '-q', '--detach');
    base = must(await git.resolveBase(null));
    const next = await change('more', head);
    assert.equal(await merge(next), 'ok');
    assert.deepEqual(must(await git.refs([base.ref])), { [base.ref]: next });
  });

  it('refuses to move a file that is changed or staged in the checkout, and keeps it', async () => {
    await start('dirty_main');
    const head = await change('a.txt');
    const before = await plainGit(root, 'status', '--porcelain');
    assert.equal(await merge(head), 'merge.dirty');
    await plainGit(root, 'add', 'a.txt');
    assert.equal(await merge(head), 'merge.dirty');
    await plainGit(root, 'reset', '-q', 'a.txt');
    assert.equal(await plainGit(root, 'status', '--porcelain'), before);
  });

  it('goes past changes of other files, which stay as they are', async () => {
    await start('dirty_main');
    await plainGit(root, 'stash', '-q');
    const head = await change('new');
    await plainGit(root, 'stash', 'pop', '-q');
    const before = await plainGit(root, 'status', '--porcelain');
    assert.equal(await merge(head), 'ok');
    assert.equal(await plainGit(root, 'status', '--porcelain'), before);
  });

  it('goes past untracked files, but not over them', async () => {
    await start('plain');
    const head = await change();
    await writeFile(join(root, 'other'), 'mine\n');
    await writeFile(join(root, 'new'), 'mine\n');
    assert.equal(await merge(head), 'merge.blocked');
    assert.equal(await readFile(join(root, 'new'), 'utf8'), 'mine\n');
    assert.deepEqual(must(await git.refs([base.ref])), { [base.ref]: base.commit });
    await plainGit(root, 'clean', '-fq', '--', 'new');
    assert.equal(await merge(head), 'ok');
  });

  it('does not go over a file that git ignores either: it may be the only copy', async () => {
    await start('plain');
    const head = await change('mine.local');
    await mkdir(join(root, '.git/info'), { recursive: true });
    await writeFile(join(root, '.git/info/exclude'), '*.local\n');
    await writeFile(join(root, 'mine.local'), 'mine\n');
    assert.equal(await merge(head), 'merge.blocked');
    assert.equal(await readFile(join(root, 'mine.local'), 'utf8'), 'mine\n');
    assert.deepEqual(must(await git.refs([base.ref])), { [base.ref]: base.commit });
  });

  it('refuses a half-done merge, and a branch in the middle of a rebase', async () => {
    await start('mid_merge');
    const head = await change();
    assert.equal(await merge(head), 'merge.inProgress');
    await plainGit(root, 'merge', '--abort');
    await plainGit(root, 'checkout', '-q', 'f');
    await plainGit(root, 'rebase', 'main').catch(() => undefined);
    const f = must(await git.refs(['refs/heads/f']))['refs/heads/f'] ?? '';
    base = { ref: 'refs/heads/f', commit: f, tree: '' };
    const next = await change('next', head);
    assert.equal(await merge(next), 'merge.inProgress');
  });

  it('has nothing to move without a local branch', async () => {
    await start('detached');
    const head = await change();
    assert.equal(await merge(head), 'merge.noBranch');
    base = { ...base, ref: 'refs/remotes/origin/main' };
    assert.equal(await merge(head), 'merge.noBranch');
  });

  it('fails with a reason while another git holds the index, and works afterwards', async () => {
    await start('index_lock');
    const head = await change();
    assert.equal(await merge(head), 'merge.blocked');
    assert.deepEqual(must(await git.refs([base.ref])), { [base.ref]: base.commit });
  });

  it('cuts a diff at a line and says so', async () => {
    await start('plain');
    const head = await change();
    const whole = must(await git.diff(base.commit, head, 10_000));
    assert.equal(whole.cut, false);
    const part = must(await git.diff(base.commit, head, whole.text.length - 2));
    assert.deepEqual([part.cut, part.text.endsWith('\n'), whole.text.startsWith(part.text)], [true, true, true]);
    assert.equal(codeOf(await git.diff(base.commit, '2'.repeat(40), 100)), 'git.failed');
  });

  it('counts what is ahead, behind, changed and untracked, and shows locks and lost folders', async () => {
    await start('local_ahead');
    await writeFile(join(root, 'a.txt'), 'changed\n');
    await writeFile(join(root, 'new'), 'n\n');
    await plainGit(root, 'worktree', 'add', '-q', '--lock', '--reason', 'agent\n4242', '-b', 'w', join(folder(), 'wt'));
    const head = base.commit;
    const against = 'refs/remotes/origin/main';
    const commit = (await plainGit(root, 'rev-parse', against)).trim();
    const distance = { against, ahead: 1, behind: 0 };
    assert.deepEqual(must(await git.listWorktrees({ ref: against, commit })), [
      {
        path: root,
        branch: 'main',
        head,
        ...distance,
        changed: 1,
        untracked: 1,
        dirty: ['a.txt', 'new'],
        locked: null,
        prunable: null,
      },
      {
        path: join(folder(), 'wt'),
        branch: 'w',
        head,
        ...distance,
        changed: 0,
        untracked: 0,
        dirty: [],
        locked: 'agent\n4242',
        prunable: null,
      },
    ]);
  });
});
