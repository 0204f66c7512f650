import assert from 'node:assert/strict';
import { fill, problemData, problem } from '../../../src/base/problem.ts';

describe('a word that a number goes with', () => {
  const text = '{count} {count|finding was|findings were} left in {file}.';

  it('has the form for one, and the other for every other number', () => {
    const said = [0, 1, 2, '1', 'many'].map((count) => fill(text, { count, file: 'a.md' }));
    assert.deepEqual(
      said,
      ['0 findings were', '1 finding was', '2 findings were', '1 finding was', 'many findings were'].map(
        (words) => `${words} left in a.md.`,
      ),
    );
    assert.equal(
      problemData(problem('test.found', text, { count: 1, file: 'b' })).sentence,
      '1 finding was left in b.',
    );
  });

  it('stays visible where nobody gave the number, and is no part of what is filled in', () => {
    assert.equal(fill(text), text);
    assert.equal(fill('{what} {count|is|are} asked', { count: 1, what: 'rm {count|a|b}' }), 'rm {count|a|b} is asked');
  });
});
