import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { DomainEvent } from '../../../../src/core/event.ts';
import type { Tick, TickFacts } from '../../../../src/core/tick/types.ts';
import { expandedEight, fourRole } from '../../../../src/core/topology/presets.ts';
import { CoreWorld, host, job, person } from '../../../builders/core.ts';
import { act, actions } from '../../../builders/coreActions.ts';
import { codeOf, eventsOf, headOf } from '../../../builders/coreCommands.ts';
import { found, reviewedWorld, task, tickFacts, weighty } from '../../../builders/tick.ts';

const tickOf = (events: readonly DomainEvent[]): Tick => {
  const [event, more] = events.filter((one) => one.type === 'ticked');
  assert.ok(event && !more);
  return event.tick;
};

describe('a tick', () => {
  it('of roles that have not passed warns when dry and is blocked when executing', () => {
    const world = new CoreWorld();
    const facts = tickFacts({ topology: expandedEight });
    const dry = tickOf(eventsOf(world, { type: 'tick', facts }));
    assert.equal(dry.decision, 'planned');
    assert.deepEqual(
      dry.warnings.filter((one) => one.code === 'tick.roleNotPassed').map((one) => one.params['role']),
      ['Reviewer', 'CI / Regression Auditor', 'Eval / Claim / Privacy Auditor'],
    );
    const executed = tickOf(eventsOf(world, { type: 'tick', facts: { ...facts, execute: true } }));
    assert.equal(executed.decision, 'blocked');
    assert.equal(executed.blockers.filter((one) => one.code === 'tick.roleNotPassed').length, 3);
  });

  for (const [topology, roles] of [
    [expandedEight, ['Reviewer', 'Deep Reviewer', 'CI / Regression Auditor', 'Eval / Claim / Privacy Auditor']],
    [fourRole, ['Reviewer', 'CI/Eval Auditor']],
  ] as const)
    it(`with a load-bearing file needs ${roles.join(', ')} in ${topology.id}`, () => {
      const facts = tickFacts({ topology, execute: true, surface: weighty('api/a.ts') });
      const { blockers } = tickOf(eventsOf(new CoreWorld(), { type: 'tick', facts }));
      assert.deepEqual(
        blockers.filter((one) => one.code === 'tick.roleNotPassed').map((one) => one.params['role']),
        roles,
      );
      assert.ok(blockers.some((one) => one.code === 'tick.evidenceMissing'));
    });

  it('is a person’s when it executes, and never an agent’s', () => {
    const world = new CoreWorld();
    const dry = { type: 'tick', facts: tickFacts() } as const;
    const executing = { type: 'tick', facts: tickFacts({ execute: true }) } as const;
    assert.deepEqual(
      [host, job, person].map((actor) => [codeOf(world, dry, actor), codeOf(world, executing, actor)]),
      [
        ['ok', 'actor.personOnly'],
        ['actor.personOnly', 'actor.personOnly'],
        ['ok', 'ok'],
      ],
    );
  });

  for (const execute of [false, true])
    it(`${execute ? 'ships' : 'plans'} with no secret of the ship command in the log`, () => {
      const world = new CoreWorld().start().playUntil();
      world.observe();
      const secret = 'abcdefghij0123456789abcdefghij';
      const command = ['deploy', `--token=ghp_${secret}${secret}`, 'Bearer', secret];
      const facts = tickFacts({ head: headOf(world), execute, ship: { command, refused: null } });
      const events = eventsOf(world, { type: 'tick', facts });
      assert.ok(!JSON.stringify(events).includes(secret));
      const { decision, blockers } = tickOf(events);
      assert.equal(decision, execute ? 'blocked' : 'planned');
      assert.equal(
        blockers.some((one) => one.code === 'ship.secret'),
        execute,
      );
    });

  it('rebuilds the seats from its topology, and keeps those of a loop that runs', () => {
    const world = new CoreWorld();
    const seats = (changes: Partial<TickFacts>): readonly string[] => {
      eventsOf(world, { type: 'tick', facts: tickFacts(changes) });
      return Object.keys(world.state.sessions);
    };
    const eight = seats({ topology: expandedEight });
    const beat = {
      type: 'heartbeat',
      session: 'stranger',
      role: 'Reviewer',
      task: null,
      status: 'passed',
      agent: null,
    } as const;
    eventsOf(world, beat, host);
    assert.equal(eight.length, 8);
    assert.deepEqual(
      seats({ topology: fourRole }),
      fourRole.roles.map((role) => role.session),
    );
    world.start();
    const tick = tickOf(eventsOf(world, { type: 'tick', facts: tickFacts({ topology: expandedEight }) }));
    assert.ok(tick.warnings.some((one) => one.code === 'tick.topologyKept'));
    assert.equal(Object.keys(world.state.sessions).length, 4);
  });

  it('that is blocked leaves the seats of a run as they are, and says which topology reviewed it', () => {
    const { world, facts } = reviewedWorld({ topology: expandedEight, execute: true });
    const before = world.state.topology;
    const tick = tickOf(eventsOf(world, { type: 'tick', facts }));
    assert.equal(tick.decision, 'blocked');
    assert.deepEqual(
      tick.blockers.filter((one) => one.code === 'tick.otherTopology').map((one) => one.params['reviewed']),
      ['four-role'],
    );
    eventsOf(world, { type: 'tick', facts: { ...facts, execute: false, issue: null } });
    assert.deepEqual(world.state.topology, before);
  });

  it('says each thing once, and nothing secret', () => {
    const facts = tickFacts({
      task: null,
      branch: 'feat/issue-7-ghp_0123456789abcdefghijklmnopqrstuvwxyz',
      issue: null,
      unrefreshed: [found('tick.x'), found('tick.x')],
    });
    const tick = tickOf(eventsOf(new CoreWorld(), { type: 'tick', facts }));
    assert.equal(tick.warnings.filter((one) => one.code === 'tick.x').length, 1);
    assert.doesNotMatch(JSON.stringify(tick.blockers), /ghp_/);
  });

  it('is remembered, the newest of each task, the newest last', () => {
    const world = new CoreWorld();
    for (const [of, issue] of [
      [task, '1'],
      [null, '2'],
      [task, '3'],
    ] as const)
      eventsOf(world, { type: 'tick', facts: tickFacts({ task: of, issue }) });
    assert.deepEqual(
      world.state.ticks.map((one) => [one.task, one.issue]),
      [
        [null, '2'],
        [task, '3'],
      ],
    );
  });

  it('never asks for anything to be done but the ship command', () => {
    const rest: fc.Arbitrary<Partial<TickFacts>> = fc.record({
      execute: fc.boolean(),
      topology: fc.constantFrom(fourRole, expandedEight),
      task: fc.constantFrom(task, 'T-2026-0009', null),
      issue: fc.constantFrom('7', null),
      branch: fc.constantFrom('feat/issue-7-title', 'main'),
      files: fc.constantFrom([], ['src/a.ts'], [`${task}.txt`, 'docs/b.md']),
      overlap: fc.constantFrom(tickFacts().overlap, null, { failed: found('git.failed') }),
    });
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 40 }), rest, (story, changes) => {
        const world = new CoreWorld().start();
        for (const action of story) act(world, action);
        const head = world.run().change?.head ?? null;
        const events = eventsOf(world, { type: 'tick', facts: tickFacts({ head, ...changes }) });
        const kinds: readonly string[] = events.flatMap((one) =>
          one.type === 'effectRequested' ? [one.effect.kind] : [],
        );
        assert.deepEqual(
          kinds.filter((kind) => kind !== 'ship'),
          [],
        );
        const { decision } = tickOf(events);
        assert.equal(kinds.length > 0, decision === 'executing');
        if (decision === 'blocked') assert.ok(events.every((one) => one.type !== 'leaseClaimed'));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the lease of a tick', () => {
  const leasesAfter = (world: CoreWorld, changes: Partial<TickFacts>): readonly (readonly string[])[] => {
    eventsOf(world, { type: 'tick', facts: tickFacts(changes) });
    return Object.values(world.state.leases).map((lease) => lease.claims);
  };

  it('covers the changed files and is kept by the next tick', () => {
    const world = new CoreWorld();
    assert.deepEqual(leasesAfter(world, { files: ['src/a.ts'] }), [['src/a.ts']]);
    world.awakeMs = 40_000;
    assert.deepEqual(leasesAfter(world, { files: ['src/a.ts'] }), [['src/a.ts']]);
    assert.equal(Object.values(world.state.leases)[0]?.expiresAwake, 100_000);
  });

  it('is given back when the tick is rejected for another reason', () =>
    assert.deepEqual(leasesAfter(new CoreWorld(), { files: ['src/a.ts'], issue: null }), []));

  it('stays as it was, but lives on, when a later tick is rejected', () => {
    const world = new CoreWorld();
    leasesAfter(world, { files: ['src/a.ts'] });
    world.awakeMs = 40_000;
    assert.deepEqual(leasesAfter(world, { files: ['src/b.ts'], issue: null }), [['src/a.ts']]);
    assert.equal(Object.values(world.state.leases)[0]?.expiresAwake, 100_000);
  });

  it('blocks the tick of another task that wants one of its files', () => {
    const world = new CoreWorld();
    leasesAfter(world, { files: ['src/a.ts'] });
    const facts = tickFacts({ task: 'T-2026-0002', files: ['src/a.ts', 'src/b.ts'] });
    const tick = tickOf(eventsOf(world, { type: 'tick', facts }));
    assert.deepEqual([tick.decision, tick.blockers.map((one) => one.code)], ['blocked', ['lease.overlap']]);
    assert.equal(Object.values(world.state.leases).length, 1);
  });
});
