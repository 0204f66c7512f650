import assert from 'node:assert/strict';
import { problem } from '../../../../src/base/problem.ts';
import type { Command } from '../../../../src/core/command.ts';
import { requestShip } from '../../../../src/core/ship/requestShip.ts';
import { shipsOf } from '../../../../src/core/ship/shipsOf.ts';
import type { TickFacts } from '../../../../src/core/tick/types.ts';
import { CoreWorld, failedWith, host, job, person, taskOf } from '../../../builders/core.ts';
import { codeOf, eventsOf, headOf } from '../../../builders/coreCommands.ts';
import { task, tickFacts } from '../../../builders/tick.ts';

const approvedWorld = (): CoreWorld => {
  const world = new CoreWorld().start().playUntil();
  eventsOf(world, { type: 'approve', run: world.run().id, head: headOf(world) });
  return world;
};
/** How an executing tick ends: its decision, and what is in its way. */
const ship = (world: CoreWorld, changes: Partial<TickFacts> = {}): readonly string[] => {
  const facts = tickFacts({ head: headOf(world), execute: true, ...changes });
  const events = eventsOf(world, { type: 'tick', facts });
  return events.flatMap((event) =>
    event.type === 'ticked' ? [event.tick.decision, ...event.tick.blockers.map((one) => one.code)] : [],
  );
};
const takeBack = (world: CoreWorld): void =>
  void world.do(
    { type: 'heartbeat', session: 'reviewer', role: 'Reviewer', task, status: 'blocked', agent: null },
    job,
  );
const lost = failedWith(problem('effect.crashed', 'Threw.'));

describe('an approved run', () => {
  it('ships by the verdicts that were approved, however long ago they were', () => {
    const world = new CoreWorld().start([taskOf(task)], { leaseTtlMs: 30 * 60_000 }).playUntil();
    eventsOf(world, { type: 'approve', run: world.run().id, head: headOf(world) });
    world.at = '2030-01-01T00:00:00Z';
    assert.deepEqual(ship(world), ['executing']);
  });

  it('neither ships nor merges once a required role has taken its pass back', () => {
    const world = approvedWorld();
    takeBack(world);
    assert.equal(world.run().phase, 'ended');
    assert.deepEqual(ship(world), ['blocked', 'tick.roleNotPassed']);
    assert.equal(codeOf(world, { type: 'mergeLocally', run: world.run().id }), 'ship.takenBack');
    assert.equal(codeOf(world, { type: 'returnRun', run: world.run().id, comments: 'Again.' }), 'ok');
  });

  it('stays as it was judged once it is merged, shipped or abandoned', () => {
    const merged = approvedWorld();
    eventsOf(merged, { type: 'mergeLocally', run: merged.run().id });
    merged.playUntil();
    const shipped = approvedWorld();
    ship(shipped);
    shipped.playUntil();
    const abandoned = new CoreWorld().start().playUntil();
    eventsOf(abandoned, { type: 'abandonRun', run: abandoned.run().id });
    for (const world of [merged, shipped, abandoned]) {
      takeBack(world);
      assert.deepEqual([world.run().lowered, world.state.openRuns], [{}, {}]);
    }
  });
});

describe('while nobody knows how a ship ended', () => {
  const decisions = (world: CoreWorld): readonly Command[] => {
    const run = world.run().id;
    return [
      { type: 'returnRun', run, comments: 'Again.' },
      { type: 'abandonRun', run },
    ];
  };

  for (const [what, settle, code] of [
    ['it is under way', () => undefined, 'ship.running'],
    ['it is unanswered', (world: CoreWorld) => world.settle(world.open('ship')[0]!, lost), 'ship.unanswered'],
  ] as const)
    it(`a run is neither returned nor abandoned nor merged: ${what}`, () => {
      const world = new CoreWorld().start().playUntil();
      assert.deepEqual(ship(world), ['executing']);
      settle(world);
      for (const command of decisions(world)) assert.equal(codeOf(world, command), code, command.type);
      eventsOf(world, { type: 'approve', run: world.run().id, head: headOf(world) });
      const [returned] = decisions(world);
      assert.ok(returned);
      assert.deepEqual(
        [codeOf(world, returned), codeOf(world, { type: 'mergeLocally', run: world.run().id })],
        [code, code],
      );
    });

  it('no other head of the task ships, be it of another run', () => {
    const world = approvedWorld();
    ship(world);
    world.settle(world.open('ship')[0]!, lost);
    const shipSecond = (): string => {
      const first = world.run();
      assert.ok(first.change);
      const second = { ...first, id: 'second', change: { ...first.change, head: 'head-2' } };
      const state = {
        ...world.state,
        runs: { ...world.state.runs, second },
        refs: { ...world.state.refs, [`refs/heads/${first.branch}`]: 'head-2' },
      };
      const { branch } = first;
      const asked = requestShip(
        state,
        { tick: 'second', argv: ['make'], branch, head: 'head-2', worktree: '.', refused: null },
        {
          actor: person,
          at: world.at,
          awakeMs: 0,
          mostLanes: 8,
          id: () => 'x',
          tokenHash: () => '',
          samplePool: () => ({ load: null, conflicts: null }),
          redact: (text) => text,
        },
      );
      return asked.ok ? 'ok' : asked.error.code;
    };
    assert.equal(shipSecond(), 'ship.unanswered');
    const [unanswered] = shipsOf(world.state, task);
    assert.ok(unanswered);
    eventsOf(world, { type: 'answerShip', ship: unanswered.id, outcome: 'failed' });
    assert.equal(shipSecond(), 'ok');
  });
});

describe('what a ship leaves', () => {
  it('is unknown for whatever failure did not say that it was not started', () => {
    const world = approvedWorld();
    ship(world);
    const [effect] = world.open('ship');
    assert.ok(effect);
    world.settle(effect, lost);
    assert.deepEqual(
      shipsOf(world.state, task).map(({ outcome, problem: reason }) => [outcome, reason?.code]),
      [['unknown', 'ship.unknown']],
    );
  });

  for (const [what, arrive] of [
    ['the command ended well', (world: CoreWorld) => world.settle(world.open('ship')[0]!)],
    [
      'a person says so',
      (world: CoreWorld) => {
        const [effect] = world.open('ship');
        assert.ok(effect?.kind === 'ship');
        world.settle(effect, lost);
        eventsOf(world, { type: 'answerShip', ship: effect.ship, outcome: 'shipped' });
      },
    ],
  ] as const)
    it(`is no lease of its tick: ${what}`, () => {
      const world = approvedWorld();
      ship(world);
      assert.equal(Object.values(world.state.leases).length, 1);
      arrive(world);
      assert.deepEqual(world.state.leases, {});
    });

  it('is the lease, where somebody writes with it', () => {
    const world = approvedWorld();
    ship(world);
    const [lease] = Object.keys(world.state.leases);
    assert.ok(lease);
    eventsOf(world, { type: 'borrowLease', lease, agent: 'codex', token: 'x', allowRecovery: false }, host);
    world.settle(world.open('ship')[0]!);
    assert.deepEqual(Object.keys(world.state.leases), [lease]);
  });
});
