import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RepositoryState } from './state.ts';

/** What hooks, configuration, attributes and locks of the repository bring along. */
export const config: readonly RepositoryState[] = [
  {
    name: 'failing post-checkout hook',
    about: 'the hook of Git LFS is there and its program is not, so that it ends with 2',
    async make({ repository, script }) {
      const main = await repository();
      await script(join(main, '.git/hooks/post-checkout'), 'echo git-lfs was not found >&2; exit 2');
      return { open: main, main };
    },
  },
  {
    name: 'slow hooks',
    about: 'pre-commit and post-checkout take half a minute',
    async make({ repository, script }) {
      const main = await repository();
      for (const name of ['pre-commit', 'post-checkout']) await script(join(main, '.git/hooks', name), 'sleep 30');
      return { open: main, main };
    },
  },
  {
    name: 'hooks of a tool',
    about: 'core.hooksPath leads to an ignored folder that a new worktree does not have',
    async make({ repository, script, write, git }) {
      const main = await repository();
      await script(join(main, '.husky/_/pre-commit'), 'exit 1');
      await write(join(main, '.husky/_/.gitignore'), '*\n');
      await git(main, 'config', 'core.hooksPath', '.husky/_');
      return { open: main, main };
    },
  },
  {
    name: 'changed configuration',
    about: 'the work sets user.name, which all worktrees share',
    async make({ repository, git }) {
      const main = await repository();
      return { open: main, main, write: async (path) => void (await git(path, 'config', 'user.name', 'AGENT')) };
    },
  },
  {
    name: 'programs in the configuration',
    about: 'core.fsmonitor, diff.external and core.pager name programs that must not run',
    async make({ repository, script, git, at }) {
      const main = await repository();
      await script(at('trap'), `touch '${at('ran')}'`);
      for (const key of ['core.fsmonitor', 'diff.external', 'core.pager']) await git(main, 'config', key, at('trap'));
      return { open: main, main, holds: async () => assert.equal(existsSync(at('ran')), false, 'a program was run') };
    },
  },
  {
    name: 'missing filter',
    about: 'a required filter, as Git LFS has it, is not installed',
    async make({ repository, write, save, git, at }) {
      const main = await repository();
      await write(at('repo/.gitattributes'), 'big.bin filter=gone\n');
      await write(at('repo/big.bin'), 'big\n');
      await save(main);
      await git(main, 'config', 'filter.gone.smudge', '/nonexistent/smudge');
      await git(main, 'config', 'filter.gone.required', 'true');
      return { open: main, main };
    },
  },
  {
    name: 'line ends',
    about: 'text files are checked out with CR LF',
    async make({ repository, write, save, at }) {
      const main = await repository();
      await write(at('repo/.gitattributes'), '*.txt text eol=crlf\n');
      await write(at('repo/c.txt'), 'a\r\nb\r\n');
      await save(main);
      return { open: main, main, write: (path) => write(join(path, 'd.txt'), 'mine\n') };
    },
  },
  {
    name: 'left index lock',
    about: 'index.lock of the main checkout was left by something that died',
    async make({ repository, write, at }) {
      const main = await repository();
      await write(at('repo/.git/index.lock'), '');
      return { open: main, main };
    },
  },
  {
    name: 'stash',
    about: 'there is a stash, which all worktrees share',
    async make({ repository, write, git, at }) {
      const main = await repository();
      await write(at('repo/a.txt'), 'stashed\n');
      await git(main, 'stash', '-q');
      const stash = await git(main, 'rev-parse', 'stash');
      return { open: main, main, holds: async () => assert.equal(await git(main, 'rev-parse', 'stash'), stash) };
    },
  },
  {
    name: 'GIT_DIR of a hook',
    about: 'MAM is started from a hook, with GIT_DIR and GIT_INDEX_FILE of another repository',
    async make({ repository, at }) {
      const [main, other] = [await repository(), await repository('other')];
      const before = await readFile(join(other, '.git/index'));
      return {
        open: main,
        main,
        env: { GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: at('other/.git/index'), GIT_WORK_TREE: other },
        holds: async () => assert.deepEqual(await readFile(join(other, '.git/index')), before),
      };
    },
  },
];
