import assert from 'node:assert/strict';
import { usualWords } from '../../../../src/core/claim/usualWords.ts';
import { checkBody, closedIssues } from '../../../../src/core/ship/checkBody.ts';
import { classify } from '../../../../src/core/surface/classify.ts';
import { usualSurfaces } from '../../../../src/core/surface/usualSurfaces.ts';

const words = Object.values(usualWords);
const surface = classify(['docs/a.md'], usualSurfaces, []);
const check = (body: string, issue: string | null = '9', privacy: readonly string[] = []): readonly string[] =>
  checkBody(body, { issue, files: ['docs/a.md'], surface, words, privacy }).map(
    ({ severity, problem }) => `${severity} ${problem.code}`,
  );

describe('pull request texts', () => {
  const closers: readonly (readonly [string, readonly string[]])[] = [
    ['Closes #9', ['9']],
    ['fixes #1 and RESOLVED #22.', ['1', '22']],
    ['Close: #3', ['3']],
    ['discloses #9', []],
    ['Closes 9', []],
    ['Closes #12345678901', []],
    ['<!-- Closes #9 -->', []],
    ['<!-- Closes #9', []],
    ['```\nCloses #9\n```\nCloses #4', ['4']],
    ['```\nCloses #9', []],
    ['- a\n  ~~~\n  Closes #9\n  ~~~\n', []],
    ['````\n```sh\nCloses #9\n````', []],
    ['```\n~~~\nCloses #9\n```\nCloses #4', ['4']],
    ['```\n``` sh\nCloses #9\n```', []],
    ['`Closes #9`', []],
    ['Closes #7. See `<!--`.\n\nFixes #9', ['7', '9']],
    ['<!--\n```\n-->\nCloses #7\n```', ['7']],
    ['```\n<!--\n```\nCloses #7', ['7']],
    ['<!-- `code --> Closes #7 `', ['7']],
    ['<!--\n```\nCloses #9\n```\n-->', []],
    ['``Closes #9 ` ``, see ` or closes #4', ['4']],
    ['Closes #7, closes #7, fixes o/r#7', ['7', 'o/r#7']],
    ['Closes #7\nCloses #999', ['7', '999']],
    ['fixes #999. Resolves other/repo#3', ['999', 'other/repo#3']],
    ['Closes https://github.com/other/repo/issues/3', ['other/repo#3']],
    ['Fixes <https://git.example.org:3000/a/b/pulls/4>', ['a/b#4']],
    ['closes https://gitlab.example.org/g/sub/p/-/issues/5', ['g/sub/p#5']],
    ['Closes GH-9, see other/repo#4 and https://github.com/o/r/issues/1', ['9']],
    ['이것은 Closes #9를 닫습니다', ['9']],
  ];
  for (const [body, expected] of closers)
    it(`close ${expected.join(', ') || 'nothing'} by ${JSON.stringify(body)}`, () =>
      assert.deepEqual(closedIssues(body), expected));

  const rows: readonly (readonly [string, string | null, readonly string[], readonly string[]])[] = [
    ['Renames a page.\n\nCloses #9', '9', [], []],
    ['Renames a page.', '9', [], ['high body.noCloser']],
    ['Closes #8', '9', [], ['high body.otherIssue']],
    ['Closes #8, closes #9', '9', [], ['high body.alsoCloses']],
    ['Closes #9, closes #9', '9', [], []],
    ['Closes #9. Fixes other/repo#9', '9', [], ['high body.alsoCloses']],
    ['Closes other/repo#9', '9', [], ['high body.otherIssue']],
    ['Closes #8', null, [], []],
    ['Latency is lower.\nCloses #9', '9', [], ['high claim.word', 'high claim.unsupported']],
    ['No claim about latency.\nCloses #9', '9', [], []],
    ['Closes #9', '9', ['absolute local path', 'API key'], ['critical body.private', 'critical body.private']],
  ];
  for (const [body, issue, privacy, expected] of rows)
    it(`${JSON.stringify(body)} for ${issue}: ${expected.join(', ') || 'fine'}`, () =>
      assert.deepEqual(check(body, issue, privacy), expected));
});
