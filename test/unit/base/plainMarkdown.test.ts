import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { codeSpan, plainMarkdown } from '../../../src/base/plainMarkdown.ts';
import { closedIssues } from '../../../src/core/ship/checkBody.ts';
import { redactSecrets } from '../../../src/core/privacy/secrets.ts';

/** What nobody sees stands as `·` here. */
const shown = (text: string): string => plainMarkdown(text).replaceAll('\u2060', '·');

describe('a text of somebody in Markdown', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['Add retry to fetcher (v2), not_this', 'Add retry to fetcher (v2), not_this'],
    ['Tidy. Closes #999 @everyone <img src=x>', 'Tidy. Closes· #·999 @·everyone &lt;img src=x>'],
    ['[x](javascript:alert(1)) ![y](z)', String.raw`\[x\](javascript:alert(1)) !\[y\](z)`],
    [String.raw`\[x](y)`, String.raw`\\\[x\](y)`],
    ['<!-- gone', '&lt;!-- gone'],
    ['&lt;b&gt; &#64;all R&D', '&amp;lt;b&amp;gt; &amp;#·64;all R&D'],
    ['a `b` *c*', 'a `b` \\*c\\*'],
    ['two\n\n# lines', 'two # lines'],
    ['# one', String.raw`\# one`],
    ['fixes https://example.org/a/b/issues/3, GH-4', 'fixes· https://example.org/a/b/issues/3, GH-·4'],
    ['mail to ann@example.org', 'mail to ann@example.org'],
  ];
  for (const [text, expected] of rows) it(JSON.stringify(text), () => assert.equal(shown(text), expected));

  it('closes nothing, mentions nobody and begins nothing, whatever it is', () => {
    const bits = fc.constantFrom(
      'closes',
      'Fixes:',
      ' ',
      '#7',
      '@all',
      '[',
      ']',
      '(',
      '<',
      '\\',
      '`',
      'o/r#3',
      'GH-2',
      '&',
      '#64;',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(bits).map((all) => all.join('')),
          fc.string(),
        ),
        (text) => {
          const plain = plainMarkdown(text);
          assert.deepEqual(closedIssues(plain), []);
          assert.doesNotMatch(plain, /[<\n]|(?:^|[^\p{L}\p{N}_])@[\p{L}\p{N}]/u);
          for (const { index } of plain.matchAll(/[[\]]/g))
            assert.equal((/\\*$/.exec(plain.slice(0, index))?.[0].length ?? 0) % 2, 1, plain);
        },
      ),
    );
  });

  it('hides no secret from the rules that look for one', () => {
    for (const secret of ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'https://ann:hunter22secret@example.org/x'])
      assert.notEqual(redactSecrets(plainMarkdown(`see ${secret}`)), plainMarkdown(`see ${secret}`));
  });

  it('is code whatever it holds', () => {
    assert.deepEqual(['a', 'a`b', '``', 'two\nlines'].map(codeSpan), ['`a`', '`` a`b ``', '``` `` ```', '`two lines`']);
  });
});
