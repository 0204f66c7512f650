import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { useTempFolder } from '../../tempFolder.ts';
import { codeOf, must, openGit, plainGit } from './support.ts';

describe('hooks of the repository that are asked about a tree', function () {
  this.timeout(120_000);
  const folder = useTempFolder();

  /** Asks a hook of this text about a new line. */
  async function ask(hook: string, script: string, timeoutMs = 60_000) {
    const root = await mkdtemp(join(folder(), 'repo-'));
    await plainGit(root, 'init', '--quiet', '--initial-branch=main');
    await writeFile(join(root, 'a.txt'), 'one\n');
    await plainGit(root, 'add', '.');
    await plainGit(root, 'commit', '--quiet', '--message', 'Base');
    const commit = (await plainGit(root, 'rev-parse', 'HEAD')).trim();
    await writeFile(join(root, 'a.txt'), 'one\ntwo\n');
    await plainGit(root, 'add', '.');
    const tree = (await plainGit(root, 'write-tree')).trim();
    await plainGit(root, 'reset', '--quiet', '--hard');
    const file = join(root, '.git/hooks', hook);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
    const git = openGit(root);
    const path = join(root, '.git/asked');
    must(await git.createWorktree({ path, branch: null, commit }));
    assert.ok(!existsSync(join(root, 'ran')), 'no hook runs when a worktree is made');
    const answer = await git.tryHooks({ path, tree, message: 'The message', timeoutMs });
    assert.equal((await plainGit(root, 'status', '--porcelain', '--untracked-files=no')).trim(), '');
    assert.equal((await plainGit(root, 'rev-parse', 'HEAD')).trim(), commit);
    const seen = await readFile(join(root, 'ran'), 'utf8').catch(() => '');
    must(await git.removeWorktree(path, 'asked', [tree]));
    await git.settled();
    return { answer, seen };
  }
  const noted = '"$(git rev-parse --git-common-dir)/../ran"';

  it('see what would be committed, with nothing to read', async () => {
    const { answer, seen } = await ask('pre-commit', `{ git diff --cached --name-only; cat a.txt; cat; } > ${noted}`);
    assert.ok(answer.ok, JSON.stringify(answer));
    assert.equal(seen, 'a.txt\none\ntwo\n');
  });
  it('are no person to whom MAM listens', async () => {
    const { seen } = await ask('pre-commit', `printf %s "$MAM_LANE" > ${noted}`);
    assert.equal(seen, 'hooks');
  });
  it('see the message', async () => {
    const { seen } = await ask('commit-msg', `cat "$1" > ${noted}`);
    assert.equal(seen, 'The message\n');
  });
  for (const [what, script, code, timeoutMs] of [
    ['refuse', 'echo no >&2; exit 3', 'apply.hookRefused', 60_000],
    ['change what is committed', 'echo three >> a.txt; git add a.txt', 'apply.hookChanged', 60_000],
    ['hang', 'sleep 60', 'git.timedOut', 500],
  ] as const)
    it(`block when they ${what}`, async () => {
      assert.equal(codeOf((await ask('pre-commit', script, timeoutMs)).answer), code);
    });

  describe('in a folder of the checkout', () => {
    const relativeHook = '#!/bin/sh\necho base > "$(git rev-parse --git-common-dir)/../ran"\n';
    /** Asks about a tree in which one file is another; `hook` is what the commit below it has for `pre-commit`. */
    async function change(hooksPath: string, hook: string, file: string, link?: readonly [string, string]) {
      const root = await mkdtemp(join(folder(), 'repo-'));
      await plainGit(root, 'init', '--quiet', '--initial-branch=main');
      for (const [path, text] of [
        [hook, relativeHook],
        ['a.txt', 'one\n'],
      ] as const) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text, { mode: 0o755 });
      }
      if (link) {
        await mkdir(dirname(join(root, link[1])), { recursive: true });
        await symlink(link[0], join(root, link[1]));
      }
      await plainGit(root, 'add', '.');
      await plainGit(root, 'commit', '--quiet', '--message', 'Base');
      await plainGit(root, 'config', 'core.hooksPath', hooksPath);
      const commit = (await plainGit(root, 'rev-parse', 'HEAD')).trim();
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), '#!/bin/sh\necho patch > "$(git rev-parse --git-common-dir)/../ran"\n');
      await plainGit(root, 'add', '.');
      const tree = (await plainGit(root, 'write-tree')).trim();
      await plainGit(root, 'reset', '--quiet', '--hard');
      const git = openGit(root);
      const path = join(root, '.git/asked');
      must(await git.createWorktree({ path, branch: null, commit }));
      const answer = await git.tryHooks({ path, tree, message: 'The message', timeoutMs: 60_000 });
      const ran = await readFile(join(root, 'ran'), 'utf8').catch(() => '');
      must(await git.removeWorktree(path, 'asked', [tree]));
      await git.settled();
      return [answer.ok ? null : codeOf(answer), ran];
    }

    it('are asked while the tree leaves them as they are', async () => {
      assert.deepEqual(await change('.husky', '.husky/pre-commit', 'a.txt'), [null, 'base\n']);
      assert.deepEqual(await change('.husky', '.husky/pre-commit', '.husky2/a'), [null, 'base\n']);
    });
    for (const [what, ...given] of [
      ['itself', '.husky', '.husky/pre-commit', '.husky/pre-commit'],
      ['in another spelling of its path', './x/../.husky/', '.husky/pre-commit', '.husky/pre-commit'],
      ['beside it', '.husky', '.husky/pre-commit', '.husky/helper'],
      ['for the first time', '.husky', 'hook', '.husky/commit-msg'],
      ['that husky calls', '.husky/_', '.husky/_/pre-commit', '.husky/pre-commit'],
      ['to which a folder is a link', '.husky', 'hooks/pre-commit', 'hooks/pre-commit', ['hooks', '.husky']],
      ['to which it is a link', '.husky', 'tools/hook', 'tools/hook', ['../tools/hook', '.husky/pre-commit']],
      ['at the top', '.', 'pre-commit', 'pre-commit'],
    ] as const)
      it(`are not asked about a tree that changes one ${what}`, async () => {
        const [hooksPath, hook, file, link] = given;
        assert.deepEqual(await change(hooksPath, hook, file, link), ['apply.hooksChanged', '']);
      });
  });
});
