import assert from 'node:assert/strict';
import type { Command } from '../../../../src/core/command.ts';
import { CoreWorld, taskOf } from '../../../builders/core.ts';
import { codeOf, eventsOf, types, waiting } from '../../../builders/coreCommands.ts';

describe('setClaims', () => {
  const set = (world: CoreWorld, claims: readonly string[]): Command => ({
    type: 'setClaims',
    run: world.run().id,
    claims,
  });

  it('lets a run go on that asked for them', () => {
    const world = new CoreWorld().start([taskOf('A', { claims: [] })]);
    assert.deepEqual(world.run().ask, { kind: 'claims' });
    eventsOf(world, set(world, ['./src/']));
    assert.deepEqual([world.run().phase, world.run().claims], ['preparing', ['src']]);
    world.playUntil();
    assert.equal(world.run().phase, 'waiting');
  });

  for (const claims of [[], ['../x'], ['ok', '/abs'], ['C:/x']])
    it(`refuses ${JSON.stringify(claims)}`, () => {
      const world = waiting();
      assert.equal(codeOf(world, set(world, claims)), 'claims.invalid');
    });

  it('refuses for an ended and for an unknown run', () => {
    const world = waiting();
    world.do({ type: 'abandonRun', run: world.run().id });
    assert.equal(codeOf(world, set(world, ['x'])), 'run.ended');
    assert.equal(codeOf(world, { type: 'setClaims', run: 'none', claims: ['x'] }), 'run.unknown');
  });

  it('judges work that strayed again by the wider claim, before a writer starts anew', () => {
    const world = new CoreWorld().start().playUntil('capturePatch');
    const [capture] = world.open('capturePatch');
    const stray = { path: 'stray', status: 'added', added: 1, removed: 0 } as const;
    world.settle(capture!, {
      kind: 'capturePatch',
      tree: 't',
      patch: 'p',
      roundFiles: [stray],
      files: [stray],
      faults: [],
    });
    const { ask } = world.run();
    assert.equal(ask?.kind === 'problem' && ask.problem.code, 'patch.outsideClaim');
    eventsOf(world, set(world, ['stray', 'T-2026-0001.txt']));
    assert.deepEqual(
      world.open().map((one) => one.kind),
      ['capturePatch'],
    );
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().attempt], ['waiting', 1]);
  });

  const held = [
    { phase: 'implementing', given: () => new CoreWorld().start().playUntil('runLane') },
    {
      phase: 'reviewing',
      given: () => {
        const world = new CoreWorld().start().playUntil('commitPatch');
        world.settle(world.open('commitPatch')[0]!);
        return world;
      },
    },
    { phase: 'waiting', given: waiting },
  ];
  for (const { phase, given } of held)
    it(`wins a new lease at once while ${phase}`, () => {
      const world = given();
      const old = world.run().lease;
      const events = eventsOf(world, set(world, ['T-2026-0001.txt', 'more']));
      assert.deepEqual(types(events).slice(0, 3), ['leaseReleased', 'claimsSet', 'leaseClaimed']);
      assert.notEqual(world.run().lease, old);
      world.playUntil();
      assert.equal(world.run().phase, 'waiting');
      assert.equal(world.run().gate?.open, true);
    });

  it('never takes what another run holds, and wins it when it is free', () => {
    const world = new CoreWorld().start([taskOf('A'), taskOf('B')], { limit: 2 }).playUntil();
    assert.deepEqual([world.run('A').phase, world.run('B').phase], ['waiting', 'waiting']);
    eventsOf(world, { type: 'setClaims', run: world.run('B').id, claims: ['A.txt', 'B.txt'] });
    assert.deepEqual([world.run('B').lease, world.run('B').gate?.open], [null, false]);
    world.do({ type: 'abandonRun', run: world.run('A').id });
    assert.equal(world.run('B').gate?.open, true);
  });
});

describe('allowCheck', () => {
  it('lets every run go on that waited only for it', () => {
    const world = new CoreWorld().start(
      [taskOf('A', { checks: ['make x'] }), taskOf('B', { checks: ['make x', 'make y'] })],
      { limit: 2 },
    );
    world.playUntil();
    assert.deepEqual([world.run('A').ask?.kind, world.run('B').ask?.kind], ['checks', 'checks']);
    eventsOf(world, { type: 'allowCheck', argv: ['make', 'x'] });
    world.playUntil();
    assert.equal(world.run('A').phase, 'waiting');
    const { ask } = world.run('B');
    assert.deepEqual(ask?.kind === 'checks' && ask.checks.map((check) => check.line), ['make y']);
    eventsOf(world, { type: 'allowCheck', argv: ['make', 'y'] });
    world.playUntil();
    assert.equal(world.run('B').phase, 'waiting');
  });

  it('refuses an empty command', () =>
    assert.equal(codeOf(new CoreWorld(), { type: 'allowCheck', argv: [] }), 'check.empty'));
});
