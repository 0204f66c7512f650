import assert from 'node:assert/strict';
import { seatNotes } from '../../../src/app/views/seatNotes.ts';
import type { ViewContext } from '../../../src/app/views/viewContext.ts';
import { fill } from '../../../src/base/problem.ts';
import { newSeat } from '../../../src/core/session/rebuild.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { fourRole } from '../../../src/core/topology/presets.ts';

describe('notes on a seat', () => {
  const at = '2026-01-01T00:00:00Z';
  const ctx: ViewContext = {
    t: fill,
    now: () => at,
    age: () => 0,
    clock: (time) => time,
    day: (time) => time,
    progress: () => null,
  };
  const isStrange = (session: string, state: State = emptyState): boolean =>
    seatNotes(ctx, state, newSeat({ session, name: 'X', authority: 'read' }, at)).some((note) =>
      note.startsWith('no topology in use has this session'),
    );

  it('name a session that no topology has, since its word would vanish', () => {
    assert.deepEqual([isStrange('reviwer'), isStrange('reviewer')], [true, false]);
    const own = { id: 'own', roles: [...fourRole.roles.slice(0, 3), { ...fourRole.roles[3]!, session: 'judge' }] };
    assert.deepEqual([isStrange('judge'), isStrange('judge', { ...emptyState, topology: own })], [true, false]);
  });
});
