import assert from 'node:assert/strict';
import { attemptBegun, evolveAttempt } from '../../../../src/core/delegation/evolveAttempt.ts';
import type { Attempt } from '../../../../src/core/delegation/types.ts';

const begun = attemptBegun(
  {
    type: 'attemptBegun',
    job: 'j1',
    attempt: 1,
    session: 's1',
    generation: 1,
    conversation: null,
    token: 't',
    awake: 0,
  },
  '2026-01-31T12:00:00Z',
);
const at = (second: number): string => `2026-01-31T12:00:${String(second).padStart(2, '0')}Z`;
const says = (attempt: Attempt, kind: 'permission_required' | 'progress', text: string, second: number): Attempt =>
  evolveAttempt(
    attempt,
    { type: 'attemptSignalled', job: 'j1', attempt: 1, seq: second, kind, text, awake: second },
    at(second),
  );

describe('a question that an agent repeats', () => {
  it('is one question since it was asked first, and another text another one', () => {
    let attempt = begun;
    for (let second = 1; second <= 30; second += 1) attempt = says(attempt, 'permission_required', 'Push?', second);
    assert.deepEqual(attempt.permission, { text: 'Push?', at: at(1) });
    attempt = says(attempt, 'permission_required', 'Push with force?', 31);
    assert.deepEqual(attempt.permission, { text: 'Push with force?', at: at(31) });
  });

  it('is asked anew once its agent went on in between', () => {
    const first = says(begun, 'permission_required', 'Push?', 1);
    const again = says(says(first, 'progress', 'pushed', 2), 'permission_required', 'Push?', 3);
    assert.deepEqual(again.permission, { text: 'Push?', at: at(3) });
  });
});
