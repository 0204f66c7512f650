import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Identity } from '../../../src/core/review/types.ts';
import { parseReport } from '../../../src/protocol/report.ts';

const identity: Identity = {
  task: 'T-2026-0001',
  round: 1,
  run: 'run-1',
  base: 'b'.repeat(40),
  head: '0123456789abcdef0123456789abcdef01234567',
  tree: 'c'.repeat(40),
};
const read = (text: string) => parseReport(text, identity);
const outcome = (text: string): string => {
  const { word, problem } = read(text);
  assert.equal(word === null, problem !== null);
  return word ?? problem!.code;
};

describe('a report', () => {
  const verdicts: Readonly<Record<string, readonly [text: string, outcome: string]>> = {
    PASS: ['Fine.\n\n[VERDICT: PASS]', 'pass'],
    'NOT PASS': ['Bad.\n[VERDICT: NOT PASS]\n', 'not-pass'],
    'nothing but a verdict': ['[VERDICT: PASS]', 'pass'],
    'blank lines and white space behind it': ['[VERDICT: PASS] \t\n \n\n', 'pass'],
    CRLF: ['Fine.\r\n[VERDICT: PASS]\r\n', 'pass'],
    'a byte order mark': ['\uFEFF[VERDICT: PASS]', 'pass'],
    'a closed block before it': ['```\ncode\n```\n[VERDICT: PASS]', 'pass'],
    'the words within prose': ['I would say [VERDICT: NOT PASS], but no.\n[VERDICT: PASS]', 'pass'],
    nothing: ['', 'verdict.empty'],
    'white space': [' \n\t\r\n', 'verdict.empty'],
    prose: ['I approve of this change.', 'verdict.missing'],
    'text behind it': ['[VERDICT: PASS]\nThanks.', 'verdict.missing'],
    'text on its line': ['Verdict: [VERDICT: PASS]', 'verdict.missing'],
    'a full stop': ['[VERDICT: PASS].', 'verdict.missing'],
    'indented by one': [' [VERDICT: PASS]', 'verdict.missing'],
    'indented like code': ['    [VERDICT: PASS]', 'verdict.missing'],
    bold: ['**[VERDICT: PASS]**', 'verdict.missing'],
    'in back-ticks': ['`[VERDICT: PASS]`', 'verdict.missing'],
    'a bullet': ['- [VERDICT: PASS]', 'verdict.missing'],
    'a heading': ['## [VERDICT: PASS]', 'verdict.missing'],
    quoted: ['> [VERDICT: PASS]', 'verdict.missing'],
    'in a block': ['```\n[VERDICT: PASS]\n```', 'verdict.missing'],
    'in a block that nothing closes': ['```\n[VERDICT: PASS]', 'verdict.missing'],
    'in lower case': ['[verdict: pass]', 'verdict.missing'],
    'other white space': ['[VERDICT:  PASS]', 'verdict.missing'],
    'another word': ['[VERDICT: APPROVED]', 'verdict.missing'],
    'the line of an older format': ['Gate verdict: PASS', 'verdict.missing'],
    'an invisible character': ['[VERDICT: PASS]\u200B', 'verdict.missing'],
    'a name that every object has': ['constructor', 'verdict.missing'],
    'another such name': ['__proto__', 'verdict.missing'],
    'two that differ': ['[VERDICT: NOT PASS]\n[VERDICT: PASS]', 'verdict.several'],
    'two that agree': ['[VERDICT: PASS]\nText\n[VERDICT: PASS]', 'verdict.several'],
    'an emphasised one above': ['**[VERDICT: NOT PASS]**\n\n[VERDICT: PASS]', 'verdict.several'],
    'an indented one above': ['  [VERDICT: NOT PASS]\n[VERDICT: PASS]', 'verdict.several'],
    'an unknown one above': ['[VERDICT: UNSURE]\n[VERDICT: PASS]', 'verdict.several'],
    'two, the last with text behind': ['[VERDICT: PASS]\n[VERDICT: PASS]\nText', 'verdict.several'],
    'a quoted one above': ['> [VERDICT: NOT PASS]\n\n[VERDICT: PASS]', 'pass'],
    'one in a block above': ['```\n[VERDICT: NOT PASS]\n```\n[VERDICT: PASS]', 'pass'],
  };
  for (const [title, [text, expected]] of Object.entries(verdicts))
    it(`with ${title}: ${expected}`, () => assert.equal(outcome(text), expected));

  describe('about a head', () => {
    const heads: Readonly<Record<string, readonly [line: string, outcome: string]>> = {
      whole: [`Head: ${identity.head}`, 'pass'],
      short: ['head: 0123456', 'pass'],
      'capitals and back-ticks': ['- HEAD = `0123456789AB`', 'pass'],
      'too short to tell': ['Head: 999999', 'pass'],
      another: ['Head: 1123456', 'verdict.otherHead'],
      'another, bold': ['- **Head:** `1123456789`', 'verdict.otherHead'],
      'another, bold label': ['**Head**: 1123456789', 'verdict.otherHead'],
      'another, whole': [`Head: ${'d'.repeat(40)}`, 'verdict.otherHead'],
      'another, of a longer hash': [`Head: ${'d'.repeat(64)}`, 'verdict.otherHead'],
      'this and another': [`Head: 0123456\nHead: 1123456`, 'verdict.otherHead'],
      'another, quoted': ['> Head: 1123456', 'pass'],
      'another, in a block': ['```\nHead: 1123456\n```', 'pass'],
    };
    for (const [title, [line, expected]] of Object.entries(heads))
      it(`${title}: ${expected}`, () => assert.equal(outcome(`${line}\n\n[VERDICT: PASS]`), expected));

    it('names both', () =>
      assert.deepEqual(read('Head: 1123456\n[VERDICT: PASS]').problem?.params, {
        head: '1123456',
        expected: '0123456789ab',
      }));
  });

  describe('findings', () => {
    const findings: Readonly<Record<string, unknown>> = {
      '- [blocker] src/a.ts:12 - Broken': { severity: 'blocker', file: 'src/a.ts', line: 12, text: 'Broken' },
      '* [MAJOR] `src/a.ts`:12 – Slow': { severity: 'major', file: 'src/a.ts', line: 12, text: 'Slow' },
      '- [minor] `src/a.ts:12` — Name': { severity: 'minor', file: 'src/a.ts', line: 12, text: 'Name' },
      '- [minor] src/a.ts:12-20 - Range': { severity: 'minor', file: 'src/a.ts', line: 12, text: 'Range' },
      '- [minor] src/a.ts:12:5 - Column': { severity: 'minor', file: 'src/a.ts', line: 12, text: 'Column' },
      '  - [minor] src/a.ts - File': { severity: 'minor', file: 'src/a.ts', text: 'File' },
      '- [minor] No place - at all': { severity: 'minor', text: 'No place - at all' },
      '- **[blocker]** Bold': { severity: 'blocker', text: 'Bold' },
      '- [blocker]: Colon': { severity: 'blocker', text: 'Colon' },
      '1. [blocker] Numbered': { severity: 'blocker', text: 'Numbered' },
      '[blocker] Without a bullet': { severity: 'blocker', text: 'Without a bullet' },
      '- [blocker]': { severity: 'blocker', text: '' },
      '- [blocker] a\u2028b': { severity: 'blocker', text: 'a\u2028b' },
      '- [nit] Other word': null,
      '- No [blocker] found': null,
      '> - [blocker] Quoted': null,
    };
    for (const [line, finding] of Object.entries(findings))
      it(line, () =>
        assert.deepEqual(read(`${line}\n\n[VERDICT: NOT PASS]`).findings, finding === null ? [] : [finding]),
      );

    it('in a block are none', () => assert.deepEqual(read('```\n- [blocker] x\n```\n[VERDICT: PASS]').findings, []));

    it('are kept when the verdict is none', () => assert.equal(read('- [major] x\n').findings.length, 1));

    for (const [severity, expected] of [
      ['blocker', 'not-pass'],
      ['major', 'pass'],
      ['minor', 'pass'],
    ] as const)
      it(`a ${severity} beside PASS: ${expected}`, () =>
        assert.equal(outcome(`- [${severity}] x\n[VERDICT: PASS]`), expected));
  });

  it('its summary is the text without the verdict', () => {
    assert.equal(read('\nFine.\n\n- [minor] x\n\n[VERDICT: PASS]\n').summary, 'Fine.\n\n- [minor] x');
    assert.equal(read(' No verdict. \n').summary, 'No verdict.');
  });

  const part = fc.constantFrom(
    ...[
      '[VERDICT: PASS]',
      '[VERDICT: NOT PASS]',
      '**',
      ' ',
      '> ',
      '`',
      '```',
      '~~~',
      '\n',
      '\r\n',
      '\r',
      'text',
      '- [blocker] x',
      'Head: 1123456',
      '\uFEFF',
      '\u2028',
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part).map((parts) => parts.join('')),
    fc.array(part).map((parts) => parts.join('\n')),
  );

  it('is total, and never a pass by accident', () => {
    fc.assert(
      fc.property(text, (any) => {
        const { word, findings } = read(any);
        if (outcome(any) !== 'pass') return;
        const own = any
          .replace(/^\uFEFF/, '')
          .split(/\r\n?|\n/)
          .filter((one) => one.trim() !== '');
        assert.equal(own.at(-1)?.trimEnd(), '[VERDICT: PASS]');
        assert.equal(word, 'pass');
        assert.ok(findings.every(({ severity }) => severity !== 'blocker'));
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the text, however odd its lines are', () => {
    const start = performance.now();
    for (const line of ['', '- [blocker] ', '- [blocker] a', 'Head: ', 'head', '[VERDICT: ', '1. '])
      for (const filler of [' ', '*', ':1', 'a ', '- ', '`', '[', '_ '])
        read(`${line}${filler.repeat(40_000 / filler.length)}x\n[VERDICT: PASS]`);
    assert.ok(performance.now() - start < 2_000);
  });
});
