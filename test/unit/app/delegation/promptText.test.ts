import assert from 'node:assert/strict';
import { promptText, standsBehindText } from '../../../../src/app/delegation/promptText.ts';

const text = promptText('j1', 1, '/repo/.mam/jobs/j1/1/brief.md');
const wrapped = (before: string): string => (before + text).match(/.{1,40}/g)?.join('\n') ?? '';

describe('a text in front of a prompt', () => {
  for (const sign of ['', '> ', '❯ ', '› ', '│ > ', '┃  ', '  ', 'agent> ', '>>> ', '[model] ❯ '])
    it(`is no sign or label: "${sign}"`, () => {
      assert.equal(standsBehindText(`welcome\n${sign}${text}\n  ? for help`, text), false);
      assert.equal(standsBehindText(`welcome\n${wrapped(sign)}\n`, text), false);
    });

  for (const begun of ['please ', '> please delete nothing and', 'agent> no ', '│ > a', '❯ 1', '❯ 🙂🙂 Rather '])
    it(`is what somebody has begun: "${begun}"`, () => {
      assert.equal(standsBehindText(`welcome\n${begun}${text} │\n  ? for help`, text), true);
      assert.equal(standsBehindText(`welcome\n${wrapped(begun)}\n`, text), true);
    });
});
