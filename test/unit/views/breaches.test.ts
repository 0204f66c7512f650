import assert from 'node:assert/strict';
import { inboxView } from '../../../src/app/views/inbox.ts';
import { sessionsView } from '../../../src/app/views/sessions.ts';
import { problem } from '../../../src/base/problem.ts';
import type { Breach } from '../../../src/core/breach/types.ts';
import { aScene, reader, workingState } from '../../builders/scene.ts';

const breach = (changes: Partial<Breach> = {}): Breach => ({
  id: 'b1',
  kind: 'checkout',
  names: ['a.txt'],
  more: 0,
  witnesses: [{ job: 'job-1', run: 'run-1', session: 'implementer' }],
  tie: { by: 'transcript', text: 'Bash echo leak >> /repo/a.txt' },
  blocks: true,
  at: '2026-05-04T14:04:00Z',
  ...changes,
});
const seatOf = (one: Breach) =>
  sessionsView(reader(), aScene({ ...workingState(), breaches: { b1: one } })).find(
    ({ id }) => id === 'session:implementer',
  );
const inboxOf = (one: Breach) => inboxView(reader(), aScene({ ...workingState(), breaches: { b1: one } }));

describe('A breach on the screen', () => {
  it('stands first on the row of its session, and its row accepts it', () => {
    const seat = seatOf(breach());
    assert.match(seat?.description ?? '', /^implementer wrote outside its worktree: a\.txt · claude/);
    assert.equal(seat?.tone, 'attention');
    const [row] = seat?.children ?? [];
    assert.deepEqual(
      [row?.contextValue, row?.description, row?.action?.name, row?.action?.args, row?.subject.breach],
      ['breach', 'the gate stays closed', 'acceptBreach', ['b1'], 'b1'],
    );
    assert.match(row?.tooltip ?? '', /its transcript says/);
  });

  it('needs a person as long as it keeps a gate closed, once', () => {
    assert.deepEqual(
      inboxOf(breach()).map(({ id, label }) => [id, label]),
      [['inbox.breach:b1', 'implementer wrote outside its worktree: a.txt']],
    );
    assert.deepEqual(inboxOf(breach({ accepted: { by: 'ann', at: 'x' } })), []);
    assert.deepEqual(inboxOf(breach({ blocks: false, tie: null })), []);
    const asked = problem('gate.breach', 'Changed outside.', { breach: 'b1' });
    const state = workingState({ phase: 'needs-you', ask: { kind: 'problem', problem: asked } });
    assert.equal(inboxView(reader(), aScene({ ...state, breaches: { b1: breach() } })).length, 1);
  });

  it('blames nobody without a tie', () => {
    const seat = seatOf(breach({ blocks: false, tie: null }));
    assert.match(seat?.description ?? '', /^changed while implementer worked: a\.txt/);
    assert.notEqual(seat?.tone, 'attention');
  });

  it('is gone from its session once it is accepted', () => {
    assert.doesNotMatch(seatOf(breach({ accepted: { by: 'ann', at: 'x' } }))?.description ?? '', /a\.txt/);
  });
});
