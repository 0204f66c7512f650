import assert from 'node:assert/strict';
import { readStoredEvent } from '../../../src/protocol/eventLog.ts';

describe('How far a lane was held, in logs of before', () => {
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    [
      'a hook beside a free shell enforced nothing',
      { level: 'enforced', by: ['hook'], why: null },
      ['advisory', 'advisory', 'advisory', 'lane.shellFree'],
    ],
    [
      'a sandbox beside it holds the worktree only',
      { level: 'enforced', by: ['sandbox', 'hook'], why: null },
      ['advisory', 'enforced', 'advisory', 'lane.shellFree'],
    ],
    [
      'a sandbox or rules alone still hold',
      { level: 'enforced', by: ['rules'], why: null },
      ['enforced', 'enforced', null, null],
    ],
    [
      'the reason of an advisory one stays',
      { level: 'advisory', by: [], why: { code: 'lane.hookSilent' } },
      ['advisory', 'advisory', 'advisory', 'lane.hookSilent'],
    ],
  ];
  for (const [title, hold, expected] of cases)
    it(title, () => {
      const stored = { seq: 1, at: '', actor: '', type: 'laneHeld', v: 1, data: JSON.stringify({ job: 'j', hold }) };
      const read = readStoredEvent(stored);
      assert.ok(read.ok && read.value.event.type === 'laneHeld');
      const { level, worktree, claim, why } = read.value.event.hold;
      assert.deepEqual([level, worktree, claim, why?.code ?? null], expected);
    });
});
