import assert from 'node:assert/strict';
import { rebuildSessions } from '../../../../src/core/session/rebuild.ts';
import { setTopology } from '../../../../src/core/topology/decide.ts';
import { expandedEight, fourRole } from '../../../../src/core/topology/presets.ts';
import { emptyState } from '../../../../src/core/state.ts';
import { CoreWorld, job } from '../../../builders/core.ts';

describe('the seats of another topology', () => {
  const eight = (): CoreWorld => {
    const world = new CoreWorld();
    world.append([{ type: 'topologySet', topology: expandedEight }]);
    return world;
  };
  const beat = (world: CoreWorld, session: string, status: string): void =>
    void world.do({ type: 'heartbeat', session, role: session, task: null, status, agent: null }, job);

  it('appear, in its order', () => {
    const { sessions, topology } = eight().state;
    assert.deepEqual(
      Object.keys(sessions),
      expandedEight.roles.map((role) => role.session),
    );
    assert.deepEqual(
      Object.values(sessions).map((seat) => seat.status),
      ['running', 'idle', 'idle', 'idle', 'idle', 'idle', 'idle', 'idle'],
    );
    assert.equal(topology, expandedEight);
  });

  it('take the place of others, and what was known stays', () => {
    const world = eight();
    beat(world, 'reviewer', 'needs-attention');
    beat(world, 'stranger', 'running');
    world.append([{ type: 'topologySet', topology: fourRole }]);
    const { sessions } = world.state;
    assert.deepEqual(
      Object.values(sessions).map((seat) => [seat.session, seat.status]),
      [
        ['orchestrator', 'running'],
        ['implementer', 'idle'],
        ['reviewer', 'needs-attention'],
        ['ci-eval-auditor', 'idle'],
      ],
    );
  });

  it('are no news when they are there already', () => {
    const world = eight();
    assert.deepEqual(setTopology(world.state, expandedEight, world.at), []);
    assert.deepEqual(setTopology(world.state, fourRole, world.at), [{ type: 'topologySet', topology: fourRole }]);
    assert.equal(setTopology(emptyState, fourRole, world.at).length, 1);
    beat(world, 'stranger', 'running');
    assert.equal(setTopology(world.state, expandedEight, world.at).length, 1);
  });

  it('do not renew what was said long ago', () => {
    const world = eight();
    const first = world.at;
    const later = rebuildSessions(world.state.sessions, expandedEight, '2026-02-01T00:00:00Z');
    assert.ok(Object.values(later).every((seat) => seat.lastBeat === first));
  });
});
