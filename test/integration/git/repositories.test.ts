import assert from 'node:assert/strict';
import { access, chmod, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { buildState, codeOf, must, openGit, plainGit } from './support.ts';

interface Case {
  readonly state: string;
  /** Folder that is opened, below the folder of the state. */
  readonly open: string;
  /** Control root and source root, below the folder of the state; or the code of the problem. */
  readonly roots: readonly [string, string] | string;
  readonly branch?: string | null;
  /** Full ref of the base, or the code of the problem. */
  readonly base?: string;
  /** What comes of making a worktree at the base. */
  readonly created?: string;
}

const cases: readonly Case[] = [
  { state: 'plain', open: 'repo', roots: ['repo', 'repo'], branch: 'main', base: 'refs/heads/main', created: 'ok' },
  { state: 'plain', open: 'nothing', roots: 'git.folderMissing' },
  { state: 'plain', open: '.', roots: 'git.notARepository' },
  { state: 'plain', open: 'repo/.git', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  { state: 'unborn', open: 'repo', roots: ['repo', 'repo'], branch: 'main', base: 'git.unborn' },
  {
    state: 'default_master',
    open: 'repo',
    roots: ['repo', 'repo'],
    branch: 'master',
    base: 'refs/heads/master',
    created: 'ok',
  },
  {
    state: 'default_odd',
    open: 'repo',
    roots: ['repo', 'repo'],
    branch: 'trunk/2026',
    base: 'refs/heads/trunk/2026',
    created: 'ok',
  },
  {
    state: 'local_ahead',
    open: 'repo',
    roots: ['repo', 'repo'],
    branch: 'main',
    base: 'refs/heads/main',
    created: 'ok',
  },
  { state: 'detached', open: 'repo', roots: ['repo', 'repo'], branch: null, base: 'HEAD', created: 'ok' },
  { state: 'mid_rebase', open: 'repo', roots: ['repo', 'repo'], branch: null, base: 'HEAD', created: 'ok' },
  { state: 'mid_merge', open: 'repo', roots: ['repo', 'repo'], branch: 'main', base: 'refs/heads/main', created: 'ok' },
  {
    state: 'dirty_main',
    open: 'repo',
    roots: ['repo', 'repo'],
    branch: 'main',
    base: 'refs/heads/main',
    created: 'ok',
  },
  {
    state: 'path_spaces',
    open: 'my repo (v2) & co',
    roots: ['my repo (v2) & co', 'my repo (v2) & co'],
    base: 'refs/heads/main',
    created: 'ok',
  },
  {
    state: 'symlink_root',
    open: 'link/repo',
    roots: ['real/repo', 'real/repo'],
    base: 'refs/heads/main',
    created: 'ok',
  },
  { state: 'symlink_git', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  {
    state: 'bare_layout',
    open: 'proj',
    roots: ['proj', 'proj'],
    branch: 'main',
    base: 'refs/heads/main',
    created: 'ok',
  },
  {
    state: 'bare_layout',
    open: 'proj/main',
    roots: ['proj', 'proj/main'],
    branch: 'main',
    base: 'refs/heads/main',
    created: 'ok',
  },
  { state: 'bare_folder', open: 'x.git', roots: 'repo.bare' },
  { state: 'worktree', open: 'wt', roots: ['repo', 'wt'], branch: 'w', base: 'refs/heads/main', created: 'ok' },
  { state: 'subfolder', open: 'repo/packages/app', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  { state: 'submodule', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  {
    state: 'submodule',
    open: 'repo/vendor/lib',
    roots: ['repo/vendor/lib', 'repo/vendor/lib'],
    base: 'refs/heads/main',
    created: 'ok',
  },
  { state: 'shallow', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  { state: 'sparse', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  { state: 'failing_hook', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  { state: 'husky', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  { state: 'packed', open: 'repo', roots: ['repo', 'repo'], branch: 'main', base: 'refs/heads/main', created: 'ok' },
  { state: 'index_lock', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  { state: 'crlf', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  {
    state: 'filter_missing',
    open: 'repo',
    roots: ['repo', 'repo'],
    base: 'refs/heads/main',
    created: 'worktree.failed',
  },
  { state: 'sha256', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  {
    state: 'folder_in_use',
    open: 'repo',
    roots: ['repo', 'repo'],
    base: 'refs/heads/main',
    created: 'worktree.occupied',
  },
  { state: 'locked', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'worktree.occupied' },
  { state: 'prunable', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
  { state: 'branch_slash', open: 'repo', roots: ['repo', 'repo'], base: 'refs/heads/main', created: 'ok' },
];

describe('git: states of repositories', () => {
  const folder = useTempFolder();
  const at = (path: string) => (path === '.' ? folder() : join(folder(), path));

  for (const one of cases) {
    it(`${one.state}, opened at ${one.open}`, async () => {
      await buildState(one.state, folder());
      const git = openGit(at(one.open));
      const facts = await git.facts();
      const roots = facts.ok ? [facts.value.controlRoot, facts.value.sourceRoot] : codeOf(facts);
      assert.deepEqual(roots, typeof one.roots === 'string' ? one.roots : one.roots.map(at));
      if (one.branch !== undefined) assert.equal(must(facts).branch, one.branch);
      if (one.base === undefined) return;
      const base = await git.resolveBase(null);
      assert.equal(base.ok ? base.value.ref : codeOf(base), one.base);
      if (one.created === undefined) return;
      const { commit, tree } = must(base);
      const path = at('wt');
      const wanted = one.state === 'worktree' ? at('wt2') : path;
      const made = await git.createWorktree({ path: wanted, branch: 'mam/task', commit });
      assert.equal(codeOf(made), one.created, JSON.stringify(made));
      const branch = must(await git.refs(['refs/heads/mam/task']));
      if (!made.ok) {
        assert.deepEqual(branch, {}, 'a branch was left behind');
        assert.equal(
          await access(join(wanted, '.git')).then(
            () => one.state,
            () => 'none',
          ),
          one.state === 'locked' ? 'locked' : 'none',
        );
        return;
      }
      assert.deepEqual(branch, { 'refs/heads/mam/task': commit });
      assert.equal(must(await git.snapshotTree(wanted)), tree);
      assert.equal(await plainGit(wanted, 'status', '--porcelain'), '');
      // The same control root from inside of the new worktree.
      assert.equal(must(await openGit(wanted).facts()).commonDir, must(facts).commonDir);
      assert.equal(must(await git.removeWorktree(wanted, 'end', [])).rescue, null);
      await git.settled();
      assert.equal(
        await access(wanted).then(
          () => 'there',
          () => 'gone',
        ),
        'gone',
      );
      assert.ok(must(await git.listWorktrees()).every((status) => status.path !== wanted));
    });
  }

  it('says how to allow a repository of another user, and does not do it', async () => {
    // Only root can give a repository away; for others a program says what git would say.
    const isRoot = process.getuid?.() === 0;
    const root = await buildState(isRoot ? 'other_owner' : 'plain', folder());
    const words = join(folder(), 'words');
    await writeFile(
      words,
      `#!/bin/sh\ncase "$*" in *version*) echo git version 2.39.5;; *) echo "fatal: detected dubious ownership in repository at '${root}'" >&2; exit 128;; esac\n`,
    );
    await chmod(words, 0o755);
    const facts = await openGit(root, isRoot ? {} : { git: words }).facts();
    assert.ok(!facts.ok);
    assert.deepEqual(
      [facts.error.code, facts.error.params['command']],
      ['git.unsafe', `git config --global --add safe.directory ${root}`],
    );
    assert.equal(
      await access(join(folder(), '.gitconfig')).then(
        () => 'made',
        () => 'none',
      ),
      'none',
    );
  });

  it('names a git that is missing, and one that is too old', async () => {
    const root = await buildState('plain', folder());
    assert.equal(codeOf(await openGit(root, { git: join(folder(), 'no-git') }).facts()), 'git.missing');
    assert.equal(codeOf(await openGit(root, { env: { PATH: folder(), HOME: folder() } }).facts()), 'git.missing');
    const old = join(folder(), 'old git');
    await writeFile(old, '#!/bin/sh\necho git version 2.29.3\n');
    await chmod(old, 0o755);
    assert.equal(codeOf(await openGit(root, { git: old }).facts()), 'git.tooOld');
  });

  it('names a line feed in the path of the repository, or of the one that a worktree belongs to', async () => {
    const root = await buildState('plain', folder());
    const odd = join(folder(), 'new\nline');
    await rename(root, odd);
    const worktree = join(folder(), 'wt');
    await plainGit(odd, 'worktree', 'add', '-q', worktree);
    for (const opened of [odd, join(odd, '.git'), worktree])
      assert.equal(codeOf(await openGit(opened).facts()), 'git.lineFeed', opened);
  });

  it('forgets GIT_* variables of its host', async () => {
    const root = await buildState('plain', folder());
    const env = {
      PATH: process.env['PATH'],
      HOME: folder(),
      GIT_DIR: '/nonexistent',
      GIT_INDEX_FILE: '/nonexistent',
      GIT_CONFIG_COUNT: 'x',
    };
    assert.equal(must(await openGit(root, { env }).facts()).controlRoot, root);
  });
});
