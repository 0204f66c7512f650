import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { fencedLines } from '../../../src/base/fencedLines.ts';

/** One letter a line: `.` text, `F` fence, `c` code, in upper case `C` for code of a block that nothing closes. */
const shape = (text: string, breaks?: (line: string) => boolean): string =>
  fencedLines(text, breaks)
    .map(({ fenced, fence, unclosed }) => (fence ? 'F' : fenced ? (unclosed ? 'C' : 'c') : '.'))
    .join('');

describe('fenced lines', () => {
  const cases: Readonly<Record<string, readonly [text: string, shape: string]>> = {
    'no fence': ['a\nb', '..'],
    'a closed block': ['a\n```\nb\n```\nc', '.FcF.'],
    tildes: ['~~~\nb\n~~~\nc', 'FcF.'],
    'another mark does not close': ['```\n~~~\n```\nc', 'FcF.'],
    'a shorter mark does not close': ['````\n```\n````\nc', 'FcF.'],
    'a longer mark closes': ['```\nb\n`````\nc', 'FcF.'],
    'white space behind the closing mark': ['```\nb\n``` \t\nc', 'FcF.'],
    'a mark with an info string does not close': ['```\n```sh\n```\nc', 'FcF.'],
    'up to three spaces of indentation': ['   ```\nb\n   ```\nc', 'FcF.'],
    'four spaces are no fence': ['    ```\nb', '..'],
    'two ticks are no fence': ['``\nb', '..'],
    'code within a line that begins with three ticks': ['```code```\nb', '..'],
    'ticks in the info string of tildes': ['~~~ a`b\nb\n~~~', 'FcF'],
    'an unclosed block runs to the end': ['a\n```\nb\n', '.FCC'],
    'an empty text is one line': ['', '.'],
    CRLF: ['```\r\nb\r\n```\r\nc', 'FcF.'],
    'CR alone, as editors count': ['```\rb\r```\rc', 'FcF.'],
    'a fence behind a byte order mark': ['\uFEFF```\nb\n```', 'FcF'],
  };
  for (const [title, [text, expected]] of Object.entries(cases)) it(title, () => assert.equal(shape(text), expected));

  describe('with breaking lines', () => {
    const breaks = (line: string): boolean => line === '# x';
    const broken: Readonly<Record<string, readonly [text: string, shape: string]>> = {
      'a closed block may hold one': ['```\n# x\n```\nc', 'FcF.'],
      'an unclosed block ends before the first': ['```\nb\n# x\nc\n# x', 'FC...'],
      'the fence of a later block closes only that one': ['```\nb\n# x\n```sh\nc\n```\nd', 'FC.FcF.'],
      'each unclosed block ends for itself': ['```\n# x\n```sh\nb\n# x\nc', 'F.FC..'],
    };
    for (const [title, [text, expected]] of Object.entries(broken))
      it(title, () => assert.equal(shape(text, breaks), expected));
  });

  it('takes the first word of the info string as the language', () => {
    const languages = ['```Sh title=x', '``` bash', '```', '~~~ python3'].map((fence) =>
      fencedLines(`${fence}\nb`).map((line) => line.language),
    );
    assert.deepEqual(languages, [
      ['sh', 'sh'],
      ['bash', 'bash'],
      ['', ''],
      ['python3', 'python3'],
    ]);
  });

  it('numbers every line and keeps its text, whatever the text is', () => {
    const fragments = fc.constantFrom(
      '```',
      '```sh',
      '````',
      '~~~',
      '# x',
      'a',
      '',
      ' ',
      '\n',
      '\r\n',
      '\r',
      '\uFEFF',
      '\u2028',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fragments).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (any, cut) => {
        const lines = fencedLines(any, () => cut);
        assert.deepEqual(
          lines.map((line) => line.number),
          lines.map((_, i) => i + 1),
        );
        assert.equal(lines.map((line) => line.text).join('\n'), any.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'));
        assert.ok(lines.every((line) => line.fenced || !(line.fence || line.unclosed || line.language !== '')));
      }),
    );
  });
});
