import assert from 'node:assert/strict';
import type { RepositoryState } from './state.ts';

/** Where branches, bases and remotes stand. */
export const heads: readonly RepositoryState[] = [
  {
    name: 'no commit',
    about: 'a repository without any commit',
    async make({ at, git, write }) {
      await write(at('repo/note'), 'x\n');
      await git(at('repo'), 'init', '-q', '-b', 'main');
      return { open: at('repo'), main: at('repo') };
    },
  },
  {
    name: 'master',
    about: 'the default branch is called master',
    async make({ repository, upstream }) {
      const main = await repository('repo', 'master');
      await upstream(main);
      return { open: main, main };
    },
  },
  {
    name: 'odd default branch',
    about: 'the default branch is trunk/2026, and the clone doesn’t know which one it is',
    async make({ repository, upstream, git }) {
      const main = await repository('repo', 'trunk/2026');
      await upstream(main);
      await git(main, 'remote', 'set-head', 'origin', '-d');
      return { open: main, main };
    },
  },
  {
    name: 'no remote',
    about: 'there is no remote',
    async make({ repository }) {
      const main = await repository();
      return { open: main, main };
    },
  },
  {
    name: 'stale base',
    about: 'the remote has three commits that were not fetched',
    async make({ repository, upstream, git, write, save, at }) {
      const main = await repository();
      const bare = await upstream(main);
      await git(at(), 'clone', '-q', bare, at('other'));
      for (const n of ['1', '2', '3']) {
        await write(at('other', n), n);
        await save(at('other'));
      }
      await git(at('other'), 'push', '-q');
      return {
        open: main,
        main,
        holds: async (commit) => assert.equal(commit, await git(bare, 'rev-parse', 'main'), 'it began at an old base'),
      };
    },
  },
  {
    name: 'local commits',
    about: 'the branch here has a commit that the remote has not; work starts there because it was chosen',
    async make({ repository, upstream, git, write, save, at }) {
      const main = await repository();
      await upstream(main);
      await write(at('repo/local'), 'l\n');
      await save(main);
      return {
        open: main,
        main,
        base: 'here',
        holds: async (commit) => assert.equal(commit, await git(main, 'rev-parse', 'main')),
      };
    },
  },
  {
    name: 'detached',
    about: 'the main checkout is on no branch',
    async make({ repository, git }) {
      const main = await repository();
      await git(main, 'checkout', '-q', '--detach');
      return { open: main, main };
    },
  },
  {
    name: 'in a rebase',
    about: 'the main checkout is in the middle of a rebase with a conflict',
    async make({ diverged, git, may }) {
      const main = await diverged();
      await git(main, 'checkout', '-q', 'f');
      await may(main, 'rebase', 'main');
      return { open: main, main };
    },
  },
  {
    name: 'in a merge',
    about: 'the main checkout is in the middle of a merge with a conflict',
    async make({ diverged, may }) {
      const main = await diverged();
      await may(main, 'merge', 'f');
      return { open: main, main };
    },
  },
  {
    name: 'changed main checkout',
    about: 'the main checkout holds staged, unstaged and new files',
    async make({ repository, write, git, at }) {
      const main = await repository();
      await write(at('repo/a.txt'), 'work in progress\n');
      await write(at('repo/new.txt'), 'new\n');
      await write(at('repo/staged.txt'), 'staged\n');
      await git(main, 'add', 'staged.txt');
      return { open: main, main };
    },
  },
  {
    name: 'conflicting branches',
    about: 'the branch that is checked out in the worktree conflicts with what main has by now',
    async make({ diverged, git, at }) {
      const main = await diverged();
      await git(main, 'worktree', 'add', '-q', at('wt'), 'f');
      return { open: main, main, there: true, branch: 'f' };
    },
  },
  {
    name: 'squash-merged',
    about: 'main has the work of the worktree’s branch as another commit',
    async make({ repository, git, write, save, at }) {
      const main = await repository();
      await git(main, 'worktree', 'add', '-q', '-b', 'f', at('wt'));
      await write(at('wt/1'), '1\n');
      await save(at('wt'));
      await git(main, 'merge', '-q', '--squash', 'f');
      await git(main, 'commit', '-qm', 'squashed');
      return { open: main, main, there: true, branch: 'f' };
    },
  },
];
