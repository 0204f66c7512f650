import assert from 'node:assert/strict';
import type { Command } from '../../../../src/core/command.ts';
import { CoreWorld, failedWith, host, job, reviewed } from '../../../builders/core.ts';
import { codeOf, eventsOf, headOf, parked, types, waiting } from '../../../builders/coreCommands.ts';

describe('commands that only a person may give', () => {
  const commands: readonly Command[] = [
    { type: 'approve', run: 'x', head: 'y' },
    { type: 'returnRun', run: 'x', comments: 'y' },
    { type: 'abandonRun', run: 'x' },
    { type: 'allowCheck', argv: ['x'] },
    { type: 'mergeLocally', run: 'x' },
    { type: 'setClaims', run: 'x', claims: ['y'] },
    { type: 'createWorktree', path: '/x', branch: 'y', commit: 'z' },
  ];
  for (const command of commands)
    for (const actor of [host, job])
      it(`refuse ${command.type} of a ${actor.kind}`, () =>
        assert.equal(codeOf(waiting(), command, actor), 'actor.personOnly'));
});

describe('approve', () => {
  const approve = (world: CoreWorld, head = headOf(world)): Command => ({ type: 'approve', run: world.run().id, head });

  it('ends the run and gives everything back', () => {
    const world = waiting();
    const events = eventsOf(world, approve(world));
    assert.deepEqual(types(events), ['approved', 'runEnded', 'leaseReleased']);
    world.playUntil();
    assert.deepEqual([world.state.leases, world.state.worktrees], [{}, {}]);
  });

  const refusals: readonly (readonly [name: string, () => CoreWorld, code: string])[] = [
    ['a run under way', () => new CoreWorld().start().playUntil('runLane'), 'packet.gateClosed'],
    ['a parked run', parked, 'packet.gateClosed'],
    [
      'a run whose base moved',
      () => {
        const world = waiting();
        world.base = 'moved';
        world.observe();
        return world;
      },
      'packet.merging',
    ],
    [
      'a run that was decided',
      () => {
        const world = waiting();
        world.do(approve(world));
        return world;
      },
      'packet.decided',
    ],
  ];
  for (const [name, given, code] of refusals)
    it(`refuses ${name}`, () => {
      const world = given();
      assert.equal(codeOf(world, approve(world)), code);
    });

  it('refuses another head, and an unknown run', () => {
    const world = waiting();
    assert.equal(codeOf(world, approve(world, 'other')), 'packet.stale');
    assert.equal(codeOf(world, { type: 'approve', run: 'none', head: '' }), 'run.unknown');
  });

  it('takes it again when the base has moved back', () => {
    const world = waiting();
    const before = world.base;
    world.base = 'moved';
    world.observe();
    assert.equal(world.run().gate?.open, false);
    world.base = before;
    world.observe();
    assert.equal(codeOf(world, approve(world)), 'ok');
  });
});

describe('returnRun', () => {
  const back = (world: CoreWorld, comments = 'Do more.'): Command => ({
    type: 'returnRun',
    run: world.run().id,
    comments,
  });

  it('starts another round on the work so far', () => {
    const world = waiting();
    const head = headOf(world);
    const events = eventsOf(world, back(world));
    assert.deepEqual(types(events), ['returned', 'roundStarted', 'worktreeAdded', 'effectRequested']);
    assert.deepEqual([world.run().comments, world.run().round], [['Do more.'], 2]);
    const [create] = world.open('createWorktree');
    assert.equal(create?.kind === 'createWorktree' && create.commit, head);
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().change?.round], ['waiting', 2]);
  });

  it('starts anew from a base that moved', () => {
    const world = waiting();
    world.base = 'base-2';
    world.observe();
    eventsOf(world, back(world));
    // What it makes of the new base is looked at no more than to its end.
    const [merge] = world.open('mergeResult');
    assert.ok(merge);
    world.settle(merge);
    assert.equal(world.open('prepareRun').length, 1);
    world.playUntil('createWorktree');
    const [create] = world.open('createWorktree');
    assert.equal(create?.kind === 'createWorktree' && create.commit, 'base-2');
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().change?.base], ['waiting', 'base-2']);
  });

  it('waits until the lanes of the old round have ended', () => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    world.playUntil('runLane');
    const [first, ...rest] = world.open('createWorktree');
    world.settle(first!, failedWith());
    assert.equal(world.run().phase, 'needs-you');
    eventsOf(world, back(world));
    assert.deepEqual([world.run().phase, world.run().round], ['preparing', 1]);
    for (const effect of [...rest, ...world.open('runLane')]) if (world.state.effects[effect.id]) world.settle(effect);
    assert.equal(world.run().round, 2);
    world.playUntil();
    assert.equal(world.run().phase, 'waiting');
  });

  it('is not led back by a stop to where it came from', () => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    for (let n = 0; n < 4; n++) {
      world.playUntil('runLane');
      for (const lane of world.open('runLane')) world.settle(lane, reviewed(null));
    }
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().resume], ['needs-you', 'reviewing']);
    world.base = 'base-2';
    world.observe();
    eventsOf(world, back(world));
    world.do({ type: 'stopLoop' });
    world.playUntil();
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assert.deepEqual([world.run().phase, world.run().round, world.run().change?.base], ['waiting', 2, 'base-2']);
  });

  it('refuses without comments, when under way, when ended, and when unknown', () => {
    const world = waiting();
    assert.equal(codeOf(world, back(world, '  ')), 'packet.noComments');
    assert.equal(codeOf(world, { type: 'returnRun', run: 'none', comments: 'x' }), 'run.unknown');
    world.do({ type: 'abandonRun', run: world.run().id });
    assert.equal(codeOf(world, back(world)), 'packet.notReturnable');
    const busy = new CoreWorld().start();
    assert.equal(codeOf(busy, back(busy)), 'packet.notReturnable');
  });
});

describe('abandonRun', () => {
  it('refuses what is under way, what is decided, and what is unknown', () => {
    const busy = new CoreWorld().start();
    assert.equal(codeOf(busy, { type: 'abandonRun', run: busy.run().id }), 'run.busy');
    const world = waiting();
    world.do({ type: 'approve', run: world.run().id, head: headOf(world) });
    assert.equal(codeOf(world, { type: 'abandonRun', run: world.run().id }), 'packet.decided');
    assert.equal(codeOf(world, { type: 'abandonRun', run: 'none' }), 'run.unknown');
  });

  it('does not take the ground from under a lane that still runs', () => {
    const world = new CoreWorld().start().playUntil('commitPatch');
    world.settle(world.open('commitPatch')[0]!);
    world.playUntil('runLane');
    world.settle(world.open('createWorktree')[0]!, failedWith());
    world.do({ type: 'abandonRun', run: world.run().id });
    const lanes = world.open('runLane').map((lane) => lane.kind === 'runLane' && lane.job);
    const inUse = world
      .run()
      .jobs.filter((one) => lanes.includes(one.id))
      .map((one) => one.worktree);
    assert.ok(inUse.length > 0);
    const removed = world.open('removeWorktree').map((one) => one.kind === 'removeWorktree' && one.worktree);
    assert.deepEqual(
      removed.filter((id) => id !== false && inUse.includes(id)),
      [],
    );
    world.playUntil();
    assert.deepEqual(
      Object.values(world.state.worktrees).filter((one) => one.state !== 'failed'),
      [],
    );
  });
});

describe('mergeLocally', () => {
  const merge = (world: CoreWorld): Command => ({ type: 'mergeLocally', run: world.run().id });
  const approved = (): CoreWorld => {
    const world = waiting();
    world.do({ type: 'approve', run: world.run().id, head: headOf(world) });
    return world.playUntil();
  };

  it('asks for a fast-forward of the base to exactly the approved head, once', () => {
    const world = approved();
    const [event] = eventsOf(world, merge(world));
    assert.deepEqual(event?.type === 'effectRequested' && event.effect, {
      kind: 'mergeLocally',
      id: `${world.run().id}/merge`,
      run: world.run().id,
      branch: 'feature/T-2026-0001-integration',
      base: 'base-1',
      baseRef: 'refs/heads/main',
      head: headOf(world),
    });
    assert.deepEqual(eventsOf(world, merge(world)), []);
    world.playUntil();
    assert.equal(world.run().decision?.merged, true);
    assert.equal(codeOf(world, merge(world)), 'merge.done');
  });

  it('can be asked again after it failed', () => {
    const world = approved();
    eventsOf(world, merge(world));
    world.settle(world.open()[0]!, failedWith());
    assert.equal(world.run().decision?.merged, false);
    assert.equal(eventsOf(world, merge(world)).length, 1);
  });

  it('refuses what is not approved', () => {
    for (const world of [waiting(), new CoreWorld().start()])
      assert.equal(codeOf(world, merge(world)), 'merge.notApproved');
    const abandoned = waiting();
    abandoned.do({ type: 'abandonRun', run: abandoned.run().id });
    assert.equal(codeOf(abandoned, merge(abandoned)), 'merge.notApproved');
    assert.equal(codeOf(abandoned, { type: 'mergeLocally', run: 'none' }), 'run.unknown');
  });
});
