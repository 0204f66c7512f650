import assert from 'node:assert/strict';
import { openFollowUps } from '../../../../src/core/ship/openFollowUps.ts';

describe('open follow-ups of reviews', () => {
  const rows: readonly (readonly [what: string, text: string, open: number])[] = [
    ['an empty file', '', 0],
    ['a heading alone', '# Follow-ups\n\n---\n', 0],
    ['bullets of every kind', '- a\n* b\n+ c\n', 3],
    ['a numbered list', '1. Fix the race\n2) And this\n', 2],
    ['plain lines', 'Fix the race.\n', 1],
    ['boxes that are not ticked', '- [ ] a\n1. [ ] b\n- [] c\n', 3],
    ['boxes that are ticked', '- [x] a\n2. [X] b\n', 0],
    ['what goes on below a ticked line', '- [x] a long\n  line\n\n  and more\n', 0],
    ['an item below a ticked one', '- [x] a\n  - [ ] b\n', 1],
    ['an open line after a ticked one', '- [x] a\nb\n', 1],
    ['words for none', '## Follow-ups\n\nNone.\n- n/a\n없음\n', 0],
    ['a comment', '<!-- list them here\n- like this -->\n', 0],
    ['a table', '| a | b |\n| --- | --- |\n| race | open |\n', 2],
  ];
  for (const [what, text, open] of rows)
    it(`are ${open} in ${what}`, () => {
      assert.equal(openFollowUps(text), open);
      assert.equal(openFollowUps(text.replaceAll('\n', '\r\n')), open);
    });
});
