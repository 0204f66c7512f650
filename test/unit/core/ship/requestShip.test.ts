import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Command } from '../../../../src/core/command.ts';
import { requestShip } from '../../../../src/core/ship/requestShip.ts';
import { shipUnknown } from '../../../../src/core/ship/settle.ts';
import type { ShipRequest } from '../../../../src/core/ship/types.ts';
import type { TickFacts } from '../../../../src/core/tick/types.ts';
import { failedWith, host, job, person, type CoreWorld } from '../../../builders/core.ts';
import { codeOf, eventsOf, types } from '../../../builders/coreCommands.ts';
import { reviewedWorld } from '../../../builders/tick.ts';

const requestOf = (world: CoreWorld, change: Partial<ShipRequest> = {}): ShipRequest => ({
  tick: 'tick-1',
  argv: ['make', 'ship-run'],
  branch: world.run().branch,
  head: world.run().change?.head ?? null,
  worktree: '.',
  refused: null,
  ...change,
});

const answer = (world: CoreWorld, change: Partial<ShipRequest> = {}, actor = person): string => {
  const asked = requestShip(world.state, requestOf(world, change), {
    actor,
    at: '',
    awakeMs: 0,
    mostLanes: 8,
    id: () => 'x',
    tokenHash: () => '',
    samplePool: () => ({ load: null, conflicts: null }),
    redact: (text) => text,
  });
  return asked.ok ? types(asked.value).join(' ') : asked.error.code;
};

const executing = (facts: TickFacts): Command => ({ type: 'tick', facts: { ...facts, execute: true } });

describe('asking to ship', () => {
  const rows: readonly (readonly [
    what: string,
    code: string,
    request: Partial<ShipRequest>,
    prepare?: (world: CoreWorld) => void,
  ])[] = [
    ['an open gate’s head is taken', 'shipRequested effectRequested', {}],
    ['another head is refused', 'ship.gateClosed', { head: 'other' }],
    ['an unknown head is refused', 'ship.gateClosed', { head: null }],
    ['a forced push is refused', 'ship.force', { argv: ['git', 'push', '-f'] }],
    ['without a command nothing ships', 'ship.none', { argv: [] }],
    ['the kill switch is told', 'ship.killed', { refused: problem('ship.killed', 'Killed.') }],
    [
      'a moved branch is refused',
      'gate.headMoved',
      {},
      (world) => {
        world.heads.set(`refs/heads/${world.run().branch}`, 'moved');
        world.observe();
      },
    ],
    [
      'a moved base is refused',
      'gate.mergedPending',
      {},
      (world) => {
        world.base = 'moved';
        world.observe();
      },
    ],
    [
      'returned work is refused',
      'ship.gateClosed',
      {},
      (world) => void world.do({ type: 'returnRun', run: world.run().id, comments: 'Again.' }),
    ],
    [
      'abandoned work is refused',
      'ship.gateClosed',
      {},
      (world) => void world.do({ type: 'abandonRun', run: world.run().id }),
    ],
    [
      'approved work is taken',
      'shipRequested effectRequested',
      {},
      (world) => void world.do({ type: 'approve', run: world.run().id, head: world.run().change?.head ?? '' }),
    ],
  ];
  for (const [what, code, request, prepare] of rows)
    it(what, () => {
      const { world } = reviewedWorld();
      prepare?.(world);
      assert.equal(answer(world, request), code);
    });

  it('is a person’s alone', () => {
    const { world } = reviewedWorld();
    assert.deepEqual(
      [host, job].map((actor) => answer(world, {}, actor)),
      ['actor.personOnly', 'actor.personOnly'],
    );
  });
});

describe('shipping by a tick', () => {
  const shipped = () => {
    const { world, facts } = reviewedWorld();
    const events = eventsOf(world, executing(facts));
    const [effect] = world.open('ship');
    assert.ok(effect?.kind === 'ship');
    return { world, facts, events, effect };
  };
  const tick = (world: CoreWorld) => world.state.ticks.at(-1)?.decision;

  it('asks once, and is executed when the command ends with 0', () => {
    const { world, facts, effect } = shipped();
    assert.equal(tick(world), 'executing');
    assert.equal(answer(world), 'ship.running');
    world.settle(effect);
    assert.equal(world.state.ships[effect.ship]?.outcome, 'shipped');
    assert.equal(tick(world), 'executed');
    const again = eventsOf(world, executing(facts));
    assert.deepEqual(
      again.flatMap((event) => (event.type === 'ticked' ? event.tick.blockers.map((one) => one.code) : [])),
      ['ship.done'],
    );
  });

  it('may be tried again when the command failed', () => {
    const { world, effect } = shipped();
    world.settle(effect, { kind: 'ship', exitCode: 3, tail: 'no' });
    assert.deepEqual([tick(world), world.state.ships[effect.ship]?.exitCode], ['ship-failed', 3]);
    assert.equal(world.run().phase, 'waiting');
    assert.equal(answer(world), 'shipRequested effectRequested');
  });

  it('is never repeated when nobody saw how it ended, until a person says so', () => {
    const { world, effect } = shipped();
    world.settle(effect, failedWith(shipUnknown));
    assert.deepEqual([tick(world), answer(world)], ['ship-failed', 'ship.unanswered']);
    const say = (outcome: 'shipped' | 'failed') => ({ type: 'answerShip', ship: effect.ship, outcome }) as const;
    assert.deepEqual(
      [codeOf(world, say('failed'), host), codeOf(world, say('failed'), job)],
      ['actor.personOnly', 'actor.personOnly'],
    );
    assert.equal(codeOf(world, say('failed')), 'ok');
    assert.equal(codeOf(world, say('shipped')), 'ship.notUnknown');
    assert.equal(answer(world), 'shipRequested effectRequested');
  });
});

describe('deleting a branch', () => {
  const command = (world: CoreWorld): Command => ({ type: 'deleteBranch', run: world.run().id });

  it('needs work that has arrived, and a person', () => {
    const { world, facts } = reviewedWorld();
    assert.equal(codeOf(world, command(world)), 'branch.notArrived');
    world.do(executing(facts));
    world.settle(world.open('ship')[0]!);
    assert.equal(codeOf(world, command(world), host), 'actor.personOnly');
    assert.deepEqual(types(eventsOf(world, command(world))), ['effectRequested']);
    assert.deepEqual(eventsOf(world, command(world)), []);
    world.settle(world.open('deleteBranch')[0]!);
    assert.equal(world.state.refs[`refs/heads/${world.run().branch}`], 'gone');
    assert.equal(codeOf(world, command(world)), 'branch.deleted');
  });

  it('comes after a merge', () => {
    const { world } = reviewedWorld();
    world.do({ type: 'approve', run: world.run().id, head: world.run().change?.head ?? '' });
    assert.equal(codeOf(world, command(world)), 'branch.notArrived');
    world.do({ type: 'mergeLocally', run: world.run().id });
    world.playUntil();
    assert.equal(codeOf(world, command(world)), 'ok');
  });
});
