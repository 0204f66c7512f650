import assert from 'node:assert/strict';
import { inboxView } from '../../../src/app/views/inbox.ts';
import { sessionsView } from '../../../src/app/views/sessions.ts';
import { problem } from '../../../src/base/problem.ts';
import type { Breach } from '../../../src/core/breach/types.ts';
import { CoreWorld } from '../../builders/core.ts';
import { teamPlan } from '../../builders/team.ts';
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

  it('of a team that is told of needs a person, of one that is forgotten no more', () => {
    const world = new CoreWorld();
    assert.ok(world.do({ type: 'startTeam', plan: teamPlan() }).ok);
    const [team = ''] = Object.keys(world.state.teams);
    const b1 = breach({ witnesses: [{ job: team, run: team, session: 'omc-team' }] });
    for (const [teams, shown] of [
      [world.state.teams, ['inbox.breach:b1']],
      [{}, []],
    ] as const) {
      const rows = inboxView(reader(), aScene({ ...world.state, teams, breaches: { b1 } }));
      assert.deepEqual(
        rows.map(({ id }) => id).filter((id) => id.startsWith('inbox.breach')),
        shown,
      );
    }
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
