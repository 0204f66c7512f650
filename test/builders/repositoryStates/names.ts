import { issueBranch } from '../../../src/core/branch/issue.ts';
import { slug } from '../../../src/core/branch/slug.ts';
import type { RepositoryState } from './state.ts';

const issue = (title: string): string => issueBranch('fix', '7', slug(title));

/** What branches, folders and files are called. */
export const names: readonly RepositoryState[] = [
  {
    name: 'branch below a branch',
    about: 'feature/x is wanted where there is a branch feature',
    async make({ repository, git }) {
      const main = await repository();
      await git(main, 'branch', 'feature');
      return { open: main, main, branch: 'feature/x' };
    },
  },
  {
    name: 'branch in another case',
    about: 'fix is wanted where there is a branch Fix; one file on some disks, two on others',
    async make({ repository, git }) {
      const main = await repository();
      await git(main, 'branch', 'Fix');
      return { open: main, main, branch: 'fix' };
    },
  },
  {
    name: 'branch of any script',
    about: 'the branch is called été/тест',
    async make({ repository, at }) {
      const main = await repository();
      return { open: main, main, branch: 'été/тест', path: at('wt-été') };
    },
  },
  {
    name: 'title without ASCII',
    about: 'the branch is named after a title that has no ASCII letter',
    async make({ repository }) {
      const main = await repository();
      return { open: main, main, branch: issue('修复登录') };
    },
  },
  {
    name: 'invalid branch',
    about: 'a name that git refuses, a..b',
    async make({ repository }) {
      const main = await repository();
      return { open: main, main, branch: 'a..b' };
    },
  },
  {
    name: 'long branch',
    about: 'a name of 251 characters, for which there is no room in a file name',
    async make({ repository }) {
      const main = await repository();
      return { open: main, main, branch: 'x'.repeat(251) };
    },
  },
  {
    name: 'spaces and quotes in paths',
    about: "folders called my repo (v2) & co and wt with 'quote' $HOME",
    async make({ repository, at }) {
      const main = await repository('my repo (v2) & co');
      return { open: main, main, path: at(`wt with 'quote' $HOME`) };
    },
  },
  {
    name: 'odd file names',
    about: 'files called -n, :(top)x, tab, new line, quote, star and ü',
    async make({ repository, write, save, at }) {
      const odd = ['-n', ':(top)x', 'tab\tx', 'new\nline', 'quote"s', '*', 'ü'];
      const main = await repository();
      for (const name of odd.slice(0, 3)) await write(at('repo', name), 'x\n');
      await save(main);
      return {
        open: main,
        main,
        write: async (path) => {
          for (const name of odd) await write(`${path}/${name}`, 'mine\n');
        },
      };
    },
  },
];
