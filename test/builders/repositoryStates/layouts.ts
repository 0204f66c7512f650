import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { RepositoryState } from './state.ts';

/** How the repository lies on the disk. */
export const layouts: readonly RepositoryState[] = [
  {
    name: 'opened through a link',
    about: 'a link leads to the folder of the repository',
    async make({ repository, at }) {
      const main = await repository('real/repo');
      await symlink('real', at('link'));
      return { open: at('link/repo'), main, path: at('link/wt') };
    },
  },
  {
    name: 'link out of the repository',
    about: 'a tracked link leads to a folder outside',
    async make({ repository, at, write, save }) {
      const main = await repository();
      await write(at('outside/secret'), 'theirs\n');
      await symlink('../outside', at('repo/data'));
      await save(main);
      return { open: main, main, holds: async () => assert.deepEqual(await readdir(at('outside')), ['secret']) };
    },
  },
  {
    name: 'bare layout',
    about: 'a folder with a bare repository and worktrees beside each other',
    async make({ repository, at, git, write }) {
      const seed = await repository('seed');
      await mkdir(at('proj'));
      await git(seed, 'clone', '-q', '--bare', seed, at('proj/.bare'));
      await write(at('proj/.git'), 'gitdir: ./.bare\n');
      await git(at('proj'), 'worktree', 'add', '-q', at('proj/main'), 'main');
      return { open: at('proj'), main: at('proj/main'), path: at('proj/wt') };
    },
  },
  {
    name: 'shallow clone',
    about: 'a clone of depth 1, with a branch that has nothing in common with it',
    async make({ repository, at, git, write, save }) {
      const seed = await repository('seed');
      for (const n of ['1', '2']) {
        await write(at('seed/a.txt'), n);
        await save(seed);
      }
      await git(at(), 'clone', '-q', '--depth', '1', `file://${seed}`, at('repo'));
      await git(seed, 'checkout', '-q', '-b', 'other', 'HEAD~2');
      await write(at('seed/o'), 'o');
      await save(seed);
      await git(at('repo'), 'fetch', '-q', '--depth', '1', 'origin', 'other:refs/remotes/origin/other');
      return { open: at('repo'), main: at('repo') };
    },
  },
  {
    name: 'sparse checkout',
    about: 'only one of two folders is checked out',
    async make({ repository, at, git, write, save }) {
      const main = await repository();
      await write(at('repo/x/1'), '1\n');
      await write(at('repo/y/2'), '2\n');
      await save(main);
      await git(main, 'sparse-checkout', 'set', 'x');
      return { open: main, main };
    },
  },
  {
    name: 'submodule',
    about: 'a submodule, which the work fills and leaves as it is',
    async make({ repository, at, git }) {
      const [lib, main] = [await repository('lib'), await repository()];
      await git(main, 'submodule', '--quiet', 'add', lib, 'vendor/lib');
      await git(main, 'commit', '-qm', 'lib');
      const fill = async (path: string) => void (await git(path, 'submodule', '--quiet', 'update', '--init'));
      return {
        open: main,
        main,
        write: fill,
        again: fill,
        holds: async () => assert.ok(existsSync(at('repo/.git/modules/vendor/lib/HEAD')), 'the main checkout’s own'),
      };
    },
  },
  {
    name: 'repository within',
    about: 'the work leaves a repository of its own in a folder',
    async make({ repository, git, write }) {
      const main = await repository();
      return {
        open: main,
        main,
        write: async (path) => {
          await write(join(path, 'tools/inner/a'), 'a\n');
          await git(join(path, 'tools/inner'), 'init', '-q', '-b', 'main');
          await git(join(path, 'tools/inner'), 'add', '-A');
          await git(join(path, 'tools/inner'), 'commit', '-qm', 'inner');
        },
      };
    },
  },
  {
    name: 'opened in a worktree',
    about: 'the folder that is opened is a linked worktree',
    async make({ repository, at, git }) {
      const main = await repository();
      await git(main, 'worktree', 'add', '-q', '-b', 'w', at('own'));
      return { open: at('own'), main };
    },
  },
  {
    name: 'opened in a folder below',
    about: 'the folder that is opened is packages/app of the repository',
    async make({ repository, at, write, save }) {
      const main = await repository();
      await write(at('repo/packages/app/p'), 'p\n');
      await save(main);
      return { open: at('repo/packages/app'), main };
    },
  },
  {
    name: 'of another user',
    about: 'another user owns the folder',
    asRoot: true,
    async make({ repository, at }) {
      const main = await repository();
      for (const path of ['repo', 'repo/.git']) await chown(at(path), 12_345, 12_345);
      return { open: main, main };
    },
  },
  {
    name: 'many files',
    about: 'two thousand files, which are checked out by several processes',
    async make({ repository, at, write, save }) {
      const main = await repository();
      for (let folder = 0; folder < 20; folder += 1)
        for (let file = 0; file < 100; file += 1) await write(at(`repo/many/${folder}/${file}`), `${file}\n`);
      await save(main);
      return { open: main, main };
    },
  },
];
