import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { branchNameProblem } from '../../../../src/core/branch/branchName.ts';
import { isConventional, isIssueLinked, isStrict, issueOf, parseIssue } from '../../../../src/core/branch/issue.ts';
import { slug } from '../../../../src/core/branch/slug.ts';
import { taskOf } from '../../../../src/core/branch/task.ts';

const types = ['feat', 'fix', 'docs', 'chore', 'refactor', 'test', 'ci', 'perf', 'build', 'style'];

describe('branch names', () => {
  const slugs: readonly (readonly [string, string])[] = [
    ['Active Agent Loop!', 'active-agent-loop'],
    ['한글 제목', 'agent-loop-task'],
    ['a'.repeat(61), 'a'.repeat(60)],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
    ['--Add retry (v2)--', 'add-retry-v2'],
    ['', 'agent-loop-task'],
  ];
  for (const [title, expected] of slugs)
    it(`make "${title.slice(0, 20)}" ${expected.slice(0, 20)}`, () => assert.equal(slug(title), expected));

  it('made from any title are short, plain and stay the same when made again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const made = slug(title);
        assert.match(made, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        assert.ok(made.length <= 60);
        assert.equal(slug(made), made);
        assert.equal(branchNameProblem(`feat/issue-1-${made}`), null);
      }),
    );
  });

  /** strict / issue / loose / linked */
  const forms: readonly (readonly [string, boolean, string | null, boolean, boolean])[] = [
    ['feat/issue-79-senior-positioning', true, '79', true, true],
    ['fix/issue-104', true, '104', true, true],
    ['claude/issue-9-x', false, '9', true, true],
    ['feat/issue-9_x', false, null, false, false],
    ['feat/issue-9-Foo', false, '9', true, true],
    ['issue-12', false, '12', false, true],
    ['feat/issue-12x', false, null, false, false],
    ['main', false, null, false, false],
    ['HEAD', false, null, false, false],
    ['unknown', false, null, false, false],
    ['release/issue-5', false, '5', true, false],
    ['agent/T-2026-0001/cycle', false, null, false, false],
    ['chore/issue-3-x', true, '3', true, true],
    ['feat/issue-3-', false, '3', true, true],
    ['feat/issue-3-a--b', false, '3', true, true],
    ['Feat/issue-3', false, '3', false, true],
  ];
  for (const [branch, strict, issue, loose, linked] of forms)
    it(`tell what ${branch} is for`, () =>
      assert.deepEqual(
        [isStrict(branch, types), issueOf(branch), isConventional(branch), isIssueLinked(branch)],
        [strict, issue, loose, linked],
      ));

  it('are strict by the types of the project, whatever those hold', () => {
    assert.equal(isStrict('a.b/issue-1', ['a.b']), true);
    assert.equal(isStrict('axb/issue-1', ['a.b']), false);
    assert.equal(isStrict('feat/issue-1', []), false);
  });

  const tasks: readonly (readonly [string, string | null])[] = [
    ['chore/issue-12-t-2026-0014-fix', 'T-2026-0014'],
    ['agent/T-2026-0014/cycle', 'T-2026-0014'],
    ['feature/T-2026-0014-integration', 'T-2026-0014'],
    ['T-2026-0014_x', 'T-2026-0014'],
    ['xt-2026-0014', null],
    ['feat/T-2026-00145', null],
  ];
  for (const [branch, task] of tasks)
    it(`find ${task ?? 'no task'} in ${branch}`, () => assert.equal(taskOf(branch), task));

  const names: readonly (readonly [string, string | null])[] = [
    ['feat/issue-1_a.b', null],
    ['-x', 'branch.unfit'],
    ['a..b', 'branch.unfit'],
    ['a.lock', 'branch.unfit'],
    ['a b', 'branch.unfit'],
    ['a\nb', 'branch.unfit'],
    ['가지', 'branch.unfit'],
    ['', 'branch.unfit'],
    ['main', 'branch.protected'],
    ['master', 'branch.protected'],
    ['HEAD', 'branch.protected'],
    ['maintenance', null],
  ];
  for (const [name, code] of names)
    it(`${code === null ? 'allow' : 'refuse'} ${JSON.stringify(name)}`, () =>
      assert.equal(branchNameProblem(name)?.code ?? null, code));

  it('that are protected can be allowed', () => assert.equal(branchNameProblem('main', true), null));

  it('read an issue as people write it', () => {
    assert.deepEqual([' #12 ', '12', '1'.repeat(10)].map(parseIssue), ['12', '12', '1'.repeat(10)]);
    assert.deepEqual(['', '#', '##1', '1'.repeat(11), '12a', '-1'].map(parseIssue), [
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
