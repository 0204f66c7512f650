import assert from 'node:assert/strict';
import { likeliest } from '../../../src/vscode/likeliestFolder.ts';

describe('the folder that a window is about', () => {
  for (const [what, folders, expected] of [
    ['the one with work, wherever it stands', ['plain', 'git', 'git+work'], ['git+work', 'git', 'plain']],
    ['before one that only has a git folder', ['git', 'work'], ['work', 'git']],
    ['a repository before a folder of something else', ['plain', 'git'], ['git', 'plain']],
    ['the first of several alike', ['git 1', 'git 2', 'git 3'], ['git 1', 'git 2', 'git 3']],
    [
      'the first, where no sign tells: it may be a part of a repository',
      ['plain 1', 'plain 2'],
      ['plain 1', 'plain 2'],
    ],
    ['none', [], []],
  ] as const)
    it(`is ${what}`, async () => {
      const signs = {
        hasWork: async (folder: string) => folder.includes('work'),
        hasGit: async (folder: string) => folder.includes('git'),
      };
      assert.deepEqual(await likeliest<string>(folders, signs), expected);
    });
});
