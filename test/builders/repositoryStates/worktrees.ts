import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Maker } from './maker.ts';
import type { RepositoryState } from './state.ts';

const linked = async ({ repository, git, at }: Maker): Promise<string> => {
  const main = await repository();
  await git(main, 'worktree', 'add', '-q', '-b', 'w', at('wt'));
  return main;
};

/** What worktrees and folders are there before. */
export const worktrees: readonly RepositoryState[] = [
  {
    name: 'locked worktree',
    about: 'somebody locked the worktree with a reason',
    async make(maker) {
      const main = await linked(maker);
      await maker.git(main, 'worktree', 'lock', '--reason', 'agent 4242', maker.at('wt'));
      return { open: main, main, there: true, branch: 'w' };
    },
  },
  {
    name: 'folder gone',
    about: 'the folder of the worktree was deleted, its entry is still there; the same one is wanted again',
    async make(maker) {
      const main = await linked(maker);
      await rm(maker.at('wt'), { recursive: true });
      return { open: main, main, branch: 'w' };
    },
  },
  {
    name: 'locked worktree without its folder',
    about: 'the folder of a locked worktree was deleted; the same one is wanted again',
    async make(maker) {
      const main = await linked(maker);
      await maker.git(main, 'worktree', 'lock', '--reason', 'agent 4242', maker.at('wt'));
      await rm(maker.at('wt'), { recursive: true });
      return { open: main, main, branch: 'w' };
    },
  },
  {
    name: 'untracked and ignored files',
    about: 'a worktree that somebody else made holds a new file and an ignored one',
    async make(maker) {
      const main = await linked(maker);
      await maker.write(maker.at('wt/new'), 'new\n');
      await maker.write(maker.at('wt/.env'), 'KEY=1\n');
      return { open: main, main, there: true, branch: 'w' };
    },
  },
  {
    name: 'branch checked out elsewhere',
    about: 'the branch that is wanted is the one of the main checkout',
    async make({ repository }) {
      const main = await repository();
      return { open: main, main, branch: 'main' };
    },
  },
  {
    name: 'folder in use',
    about: 'somebody’s file is where the worktree is wanted',
    async make({ repository, write, at }) {
      const main = await repository();
      await write(at('wt/keep'), 'k\n');
      return { open: main, main, holds: async () => assert.equal(await readFile(at('wt/keep'), 'utf8'), 'k\n') };
    },
  },
  {
    name: 'empty folder within the repository',
    about: 'the worktree is wanted in an empty folder of the main checkout, from where git would see that one',
    async make({ repository, at, write }) {
      const main = await repository();
      await mkdir(at('repo/.wt/agent'), { recursive: true });
      await write(at('repo/.git/info/exclude'), '/.wt/\n');
      return { open: main, main, path: at('repo/.wt/agent') };
    },
  },
  {
    name: 'eight at once',
    about: 'eight worktrees are wanted at the same moment',
    async make({ repository }) {
      const main = await repository();
      return { open: main, main, beside: 7 };
    },
  },
  {
    name: 'ignored files in the main checkout',
    about: 'the main checkout has .env and node_modules, which a new worktree has not',
    async make({ repository, write, at }) {
      const main = await repository();
      await write(at('repo/.env'), 'KEY=1\n');
      await write(at('repo/node_modules/p/i.js'), 'x\n');
      return { open: main, main };
    },
  },
  {
    name: 'linked node_modules',
    about: 'node_modules of the worktree is a link to the one of the main checkout',
    async make({ repository, write, at }) {
      const main = await repository();
      await write(at('repo/node_modules/p/v'), 'main\n');
      return {
        open: main,
        main,
        write: (path) => symlink(at('repo/node_modules'), join(path, 'node_modules')),
        holds: async () => assert.equal(await readFile(at('repo/node_modules/p/v'), 'utf8'), 'main\n'),
      };
    },
  },
];
