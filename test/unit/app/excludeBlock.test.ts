import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { withExcludeBlock } from '../../../src/app/excludeBlock.ts';

const own = ['.mam', 'reports/agent_loop'];
const exclude = (text: string, root = 'wt'): string => withExcludeBlock(text, [...own, root], own);
const blockOf = (root = 'wt'): string => `# BEGIN MAM\n/.mam/\n/reports/agent_loop/\n/${root}/\n# END MAM\n`;

describe('MAM’s block in info/exclude', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['an empty file', '', blockOf()],
    ['a person’s lines', 'notes/\n', `notes/\n${blockOf()}`],
    ['a last line without an end', 'notes/', `notes/\n${blockOf()}`],
    ['a block of before', `a\n${blockOf('old')}b\n`, `a\n${blockOf()}b\n`],
    ['the same block', `a\n${blockOf()}b\n`, `a\n${blockOf()}b\n`],
    ['the same block before a last line without an end', `${blockOf()}b`, `${blockOf()}b`],
    ['a block that was left open', '# BEGIN MAM\n/.mam/\nmy-notes/\n*.local\n', `${blockOf()}my-notes/\n*.local\n`],
    [
      'an open block and a whole one',
      `# BEGIN MAM\n/.mam/\nmine\n${blockOf('old')}yours\n`,
      `${blockOf()}mine\nyours\n`,
    ],
    ['lines that a person wrote into it', `# BEGIN MAM\n/.mam/\nmine\n# END MAM\n`, `${blockOf()}mine\n`],
    ['an end alone', 'a\n# END MAM\nb\n', `a\nb\n${blockOf()}`],
  ];
  for (const [name, before, after] of rows)
    it(`is right once in ${name}`, () => {
      assert.equal(exclude(before), after);
      assert.equal(exclude(after), after);
    });

  it('never takes a person’s line away, whatever became of the markers', () => {
    const line = fc.constantFrom(
      '# BEGIN MAM',
      '# END MAM',
      '/.mam/',
      '/reports/agent_loop/',
      '/wt/',
      'mine',
      '',
      '/x',
    );
    fc.assert(
      fc.property(fc.array(line), fc.boolean(), (lines, ends) => {
        const persons = (text: string): readonly string[] =>
          text.split('\n').filter((one) => one === 'mine' || one === '/x');
        let text = lines.join('\n') + (ends ? '\n' : '');
        const before = persons(text);
        for (const root of ['wt', 'elsewhere', 'wt']) {
          text = exclude(text, root);
          assert.deepEqual(persons(text), before);
          assert.equal(text.split('# BEGIN MAM').length, 2);
          assert.equal(exclude(text, root), text);
        }
      }),
    );
  });
});
