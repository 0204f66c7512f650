import assert from 'node:assert/strict';
import { parseQueue } from '../../../src/protocol/queue.ts';

const entry = (...lines: readonly string[]): string => ['## T-2026-0001 - First', ...lines].join('\n');
const checked = '### Validation Commands\n\n```sh\nnpm test\n```\n';

describe('advice about the task queue', () => {
  const told = (text: string): readonly string[] =>
    parseQueue(text).advice.map(({ line, problem }) => `${line} ${problem.code}`);
  const ready = '- Status: ready';
  const claims = '- Claims: a.ts';
  const advice: Readonly<Record<string, readonly [text: string, codes: readonly string[]]>> = {
    none: [entry(ready, claims, checked), []],
    'no files': [entry(ready, checked), ['1 queue.noClaims']],
    'claims that are none': [entry(ready, '- Claims: ../a', checked), ['1 queue.noClaims']],
    'a mention will do': [entry(ready, '`a.ts`', checked), []],
    'a finished task needs none': [entry('- Status: done', checked), []],
    'a second bullet of a label': [
      entry(ready, '- Owner: a', '- Owner: b', '* status: done', claims),
      ['5 queue.fieldTwice'],
    ],
    'a field below a heading': [
      entry(ready, claims, '### Notes', '- Priority: P1', '- Status: done'),
      ['5 queue.lateField'],
    ],
    'a field in code': [entry(ready, claims, '### Notes', '```', '- Priority: P1', '```'), []],
    'a check that needs a shell': [
      entry(ready, claims, '### Validation Commands', '```', 'npm test', 'npm test | tee log', 'A=1 make', '```'),
      ['7 check.needsShell', '8 check.needsShell'],
    ],
    'of the second entry, at its lines': [
      `${entry(ready, claims, checked)}\n## T-2026-0002 - B\n${ready}\n`,
      ['10 queue.noClaims'],
    ],
  };
  for (const [title, [text, expected]] of Object.entries(advice))
    it(title, () => assert.deepEqual(told(text), expected));
});
