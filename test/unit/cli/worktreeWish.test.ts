import assert from 'node:assert/strict';
import { worktree } from '../../../src/cli/commands/worktree.ts';
import { parseVerb } from '../../../src/cli/parseVerb.ts';
import { isStrict, issueOf } from '../../../src/core/branch/issue.ts';
import { worktreeNames } from '../../../src/app/worktree/plan.ts';
import { readWish } from '../../../src/cli/worktreeWish.ts';

const read = (...args: readonly string[]) => {
  const call = parseVerb(worktree, args);
  assert.ok(call.ok);
  return readWish(call.value, ['chore', 'fix']);
};

describe('a worktree for an issue', () => {
  it('has its number in branch and folder, and the name of the repository at the end', () =>
    assert.deepEqual(worktreeNames({ type: 'chore', slug: 'active-agent-loop' }, '1578', '/w/Repo'), {
      branch: 'chore/issue-1578-active-agent-loop',
      path: '/w/1578-active-agent-loop/Repo',
    }));

  it('is on a branch of the strict form, whatever the words', () => {
    for (const words of ['Some Words!', 'x_y', '한글 제목', 'a -- b']) {
      const found = read('--role', 'R', '--slug', words, '--issue', '7', '--type', 'fix');
      assert.ok(found.ok);
      const { branch } = worktreeNames(found.value, '7', '/w/Repo');
      assert.deepEqual([isStrict(branch, ['fix']), issueOf(branch)], [true, '7'], branch);
    }
  });

  const wrong: readonly (readonly [string, readonly string[], string])[] = [
    ['neither issue nor title', ['--role', 'R', '--slug', 's'], 'cli.worktreeAbout'],
    ['no role', ['--slug', 's', '--issue', '1'], 'cli.worktreeAbout'],
    ['no words', ['--role', 'R', '--issue', '1'], 'cli.worktreeAbout'],
    ['a type with a slash', ['--role', 'R', '--slug', 's', '--issue', '1', '--type', 'a/b'], 'cli.badBranchType'],
    [
      'a type that the project has not',
      ['--role', 'R', '--slug', 's', '--issue', '1', '--type', 'feat'],
      'cli.badBranchType',
    ],
    ['an issue that is no number', ['--role', 'R', '--slug', 's', '--issue', 'x'], 'cli.badIssue'],
    ['both an issue and a title', ['--role', 'R', '--slug', 's', '--issue', '1', '--title', 't'], 'cli.issueAndTitle'],
    ['both modes', ['--role', 'R', '--slug', 's', '--issue', '1', '--dry-run', '--execute'], 'cli.dryAndExecute'],
  ];
  for (const [name, args, code] of wrong)
    it(`is refused for ${name}`, () => {
      const found = read(...args);
      assert.equal(found.ok ? 'ok' : found.error.code, code);
    });

  it('is what the options say', () => {
    const found = read('--role', 'R', '--slug', 'Some Words', '--issue', '#12');
    const expected = {
      ...{ role: 'R', slug: 'some-words', type: 'chore', issue: '12', title: null },
      ...{ base: null },
    };
    assert.deepEqual(found.ok && found.value, expected);
  });
});
