import assert from 'node:assert/strict';
import { laterThan } from '../../../src/base/clock.ts';
import { evolve } from '../../../src/core/evolve.ts';
import { emptyState, type State } from '../../../src/core/state.ts';
import { expandedEight } from '../../../src/core/topology/presets.ts';
import { CoreWorld, host } from '../../builders/core.ts';
import { sessionRegistry } from '../../../src/app/projections/sessionRegistry.ts';
import { privacy } from '../../builders/privacy.ts';

const start = '2026-01-01T00:00:00Z';
const stamp = { seq: 1, at: start, privacy };

const beat = (state: State, status: string, at: string, session = 'reviewer', agent: string | null = null): State =>
  evolve(state, {
    seq: state.seq + 1,
    at,
    actor: 'job:x',
    event: { type: 'sessionBeat', session, role: 'Reviewer', task: 'T-2026-0001', status, agent },
  });

interface Seat {
  readonly session_id: string;
  readonly status: string;
  readonly heartbeat_state: string;
  readonly lanes: Readonly<Record<string, { readonly status: string; readonly current_turn: string | null }>>;
}

const seats = (state: State): readonly Seat[] => {
  const { sessions }: { sessions: readonly Seat[] } = JSON.parse(sessionRegistry(state).render(stamp));
  return sessions;
};

describe('session_registry.json', () => {
  const ages = [
    { name: 'a moment', seconds: 1, status: 'running', freshness: 'fresh' },
    { name: 'exactly thirty minutes', seconds: 1800, status: 'running', freshness: 'fresh' },
    { name: 'a second more', seconds: 1801, status: 'stale', freshness: 'stale' },
  ];
  for (const { name, seconds, status, freshness } of ages)
    it(`calls a seat that was silent for ${name} ${freshness}`, () => {
      const now = { ...beat(emptyState, 'running', start), updatedAt: laterThan(start, seconds * 1000) };
      const [seat] = seats(now);
      assert.deepEqual([seat?.status, seat?.heartbeat_state], [status, freshness]);
    });

  it('keeps the lanes of both agents, and the turn of the one that reported itself', () => {
    const [seat] = seats(beat(emptyState, 'running', start, 'reviewer', 'codex'));
    assert.deepEqual(seat?.lanes, {
      claude: { agent: 'claude', status: 'idle', current_turn: null, wu_spent_rolling: 0 },
      codex: { agent: 'codex', status: 'running', current_turn: 'T-2026-0001', wu_spent_rolling: 0 },
    });
  });

  it('leaves the status of a seat to the seat when one of its lanes reports', () => {
    const [seat] = seats(beat(beat(emptyState, 'needs-attention', start), 'passed', start, 'reviewer', 'claude'));
    assert.deepEqual([seat?.status, seat?.lanes['claude']?.status], ['needs-attention', 'passed']);
  });

  it('leaves the lanes alone when the seat reports', () => {
    const [seat] = seats(beat(beat(emptyState, 'running', start, 'reviewer', 'codex'), 'blocked', start));
    assert.deepEqual([seat?.status, seat?.lanes['codex']?.status], ['blocked', 'running']);
  });

  it('never shows a pass that came by heartbeat', () => {
    const [seat] = seats(beat(beat(emptyState, 'running', start), 'passed', start));
    assert.equal(seat?.status, 'running');
  });

  it('lists sessions without a seat by their name', () => {
    const two = beat(beat(emptyState, 'running', start, 'zeta'), 'running', start, 'alpha');
    assert.deepEqual(
      seats(two).map((seat) => seat.session_id),
      ['alpha', 'zeta'],
    );
  });

  it('keeps its mode, its topology and its order after a heartbeat, which raises nothing', () => {
    const eight = evolve(emptyState, {
      seq: 1,
      at: start,
      actor: 'host:x',
      event: { type: 'topologySet', topology: expandedEight },
    });
    const told: { readonly mode: string; readonly topology: string; readonly sessions: readonly Seat[] } = JSON.parse(
      sessionRegistry(beat(eight, 'passed', start)).render(stamp),
    );
    assert.deepEqual([told.mode, told.topology], ['full-ship', 'expanded-eight']);
    assert.deepEqual(
      told.sessions.map((seat) => [seat.session_id, seat.status, seat.heartbeat_state]),
      expandedEight.roles.map(({ session }) => [session, session === 'orchestrator' ? 'running' : 'idle', 'fresh']),
    );
    const idle = (agent: string) => ({ agent, status: 'idle', current_turn: null, wu_spent_rolling: 0 });
    assert.deepEqual(told.sessions[4]?.lanes, { claude: idle('claude'), codex: idle('codex') });
  });

  it('keeps the seat of the ledger alive as long as the host renews leases', () => {
    const world = new CoreWorld().start().playUntil();
    world.at = laterThan(world.at, 3_600_000);
    const statusNow = () => seats({ ...world.state, updatedAt: world.at }).map((seat) => seat.heartbeat_state);
    assert.deepEqual(statusNow(), ['stale', 'stale', 'stale', 'stale']);
    world.do({ type: 'renewLeases', awakeMs: world.awakeMs }, host);
    assert.deepEqual(statusNow(), ['fresh', 'fresh', 'fresh', 'fresh']);
  });
});
