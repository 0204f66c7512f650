import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { checkReport, parseReport, speaksOfVerdict } from '../../../src/protocol/report.ts';

const head = '0123456789abcdef0123456789abcdef01234567';
const told = (text: string, about: string | null = head): readonly string[] =>
  checkReport(text, about).map(({ line, problem }) => `${line} ${problem.code}`);

describe('the check of a report', () => {
  const found: Readonly<Record<string, readonly [text: string, codes: readonly string[]]>> = {
    'a legal one': ['Fine.\n\n[VERDICT: PASS]\n', []],
    nothing: ['\n\n', ['1 verdict.empty']],
    'prose, at its last line': ['Fine.\n\nI approve.\n\n', ['3 verdict.missing']],
    'a decorated verdict': ['**[VERDICT: PASS]**', ['1 verdict.missing']],
    'several verdicts, at each but the last': [
      '[VERDICT: PASS]\na\n**[VERDICT: MAYBE]**\n[VERDICT: PASS]',
      ['1 verdict.several', '3 verdict.several'],
    ],
    'another head': ['Head: 1234567\n[VERDICT: PASS]', ['1 verdict.otherHead']],
    'the same head': ['Head: 0123456\n[VERDICT: PASS]', []],
    'a blocker beside PASS': ['- [blocker] a.ts:1 - wrong\n[VERDICT: PASS]', ['2 verdict.blocked']],
    'a blocker beside NOT PASS': ['- [blocker] a.ts:1 - wrong\n[VERDICT: NOT PASS]', []],
    'a quoted blocker': ['> - [blocker] a.ts:1 - wrong\n[VERDICT: PASS]', []],
  };
  for (const [title, [text, codes]] of Object.entries(found)) it(title, () => assert.deepEqual(told(text), codes));

  it('says nothing of a head where none is known', () =>
    assert.deepEqual(told('Head: 1234567\n[VERDICT: PASS]', null), []));

  it('knows what is meant as a verdict', () => {
    assert.ok(speaksOfVerdict('a\n- [verdict: maybe]\nb'));
    for (const text of ['', 'I would say [VERDICT: PASS] here', '> [VERDICT: PASS]', '```\n[VERDICT: PASS]\n```'])
      assert.ok(!speaksOfVerdict(text), text);
  });

  it('is silent exactly where the parser takes the verdict as it is written', () => {
    const identity = { task: 'T-2026-0001', round: 1, run: 'r', base: 'b', head, tree: 't' };
    const part = fc.constantFrom(
      '[VERDICT: PASS]',
      '[VERDICT: NOT PASS]',
      '- [blocker] a',
      '> x',
      '```',
      'Head: 1234567',
      'a',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const text = parts.join('\n');
        const { word } = parseReport(text, identity);
        const written = text.endsWith('[VERDICT: PASS]') ? 'pass' : 'not-pass';
        assert.equal(told(text).length === 0, word === written);
      }),
    );
  });
});
