import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createMarkReader, type TerminalMark } from '../../../src/protocol/terminalMarks.ts';

const esc = '\u001B';
const notice = (text: string): TerminalMark => ({ kind: 'notice', text });

const rows: readonly [what: string, said: string, marks: readonly TerminalMark[]][] = [
  ['a title, ended by BEL', `${esc}]0;repo\u0007`, [{ kind: 'title', title: 'repo' }]],
  ['a title with a semicolon, ended by ST', `${esc}]2;a;b${esc}\\`, [{ kind: 'title', title: 'a;b' }]],
  ['a notice', `x${esc}]9;Approval requested: ls; ls\u0007y`, [notice('Approval requested: ls; ls')]],
  [
    'a notice with a heading',
    `${esc}]777;notify;Claude;needs your permission\u0007`,
    [notice('Claude: needs your permission')],
  ],
  ['how far something is', `${esc}]9;4;1;50\u0007`, []],
  ['another extension', `${esc}]777;other;x\u0007`, []],
  [
    'a shell from prompt to end',
    ['A', 'B', 'C', 'D;1'].map((one) => `${esc}]133;${one}${esc}\\`).join('$ '),
    [{ kind: 'prompt' }, { kind: 'input' }, { kind: 'runs' }, { kind: 'ended', code: 1 }],
  ],
  ['a shell of VS Code', `${esc}]633;D;0\u0007${esc}]633;E;ls\u0007`, [{ kind: 'ended', code: 0 }]],
  [
    'an end without a code',
    `${esc}]133;D\u0007${esc}]133;D;x\u0007`,
    [
      { kind: 'ended', code: null },
      { kind: 'ended', code: null },
    ],
  ],
  ['a mark that was called off', `${esc}]9;no\u0018${esc}]9;yes\u0007`, [notice('yes')]],
  ['a mark that another one broke off', `${esc}]9;no${esc}]9;yes\u0007`, [notice('yes')]],
  ['what stands in another string of controls', `${esc}P]9;no\u0007${esc}\\${esc}]9;yes\u0007`, [notice('yes')]],
  ['a colour, a link and words', `${esc}[31mred${esc}[0m ${esc}]8;;x\u0007]9;no\u0007`, []],
  ['one that is too long', `${esc}]9;${'x'.repeat(5000)}\u0007${esc}]9;yes\u0007`, [notice('yes')]],
];

describe('marks that a program tells its terminal', () => {
  for (const [what, said, marks] of rows)
    it(`are read: ${what}`, () => assert.deepEqual(createMarkReader()(said), marks));

  it('are the same wherever the pieces end', () => {
    const part = fc.oneof(
      fc.constantFrom(...rows.map(([, said]) => said).filter((said) => said.length < 200)),
      fc.string({
        unit: fc.constantFrom(esc, ']', ';', '9', '133', 'D', '\\', '\u0007', '\u009C', 'P', 'a', '한', '😀'),
      }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.array(fc.nat(12), { minLength: 1 }), (parts, sizes) => {
        const text = parts.join('');
        const read = createMarkReader();
        const marks: TerminalMark[] = [];
        for (let at = 0, n = 0; at < text.length; n += 1) {
          const size = 1 + (sizes[n % sizes.length] ?? 0);
          marks.push(...read(text.slice(at, at + size)));
          at += size;
        }
        assert.deepEqual(marks, createMarkReader()(text));
      }),
    );
  });
});
