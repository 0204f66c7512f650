import assert from 'node:assert/strict';
import type { EffectKind } from '../../../../src/core/effect.ts';
import { assertGood, CoreWorld, failedWith, laneEnds } from '../../../builders/core.ts';

/** Where a run can be when something goes wrong: the n-th effect of a kind, counted from 1. */
interface Place {
  readonly name: string;
  readonly kind: EffectKind;
  readonly nth: number;
}

const places: readonly Place[] = [
  { name: 'the preparation', kind: 'prepareRun', nth: 1 },
  { name: "the writer's worktree", kind: 'createWorktree', nth: 1 },
  { name: "the writer's lane", kind: 'runLane', nth: 1 },
  { name: 'the capture', kind: 'capturePatch', nth: 1 },
  { name: 'the commit', kind: 'commitPatch', nth: 1 },
  { name: "the first reviewer's worktree", kind: 'createWorktree', nth: 2 },
  { name: "the second reviewer's worktree", kind: 'createWorktree', nth: 3 },
  { name: "the checks' worktree", kind: 'createWorktree', nth: 4 },
  { name: "the first reviewer's lane", kind: 'runLane', nth: 2 },
  { name: "the second reviewer's lane", kind: 'runLane', nth: 3 },
  { name: 'the checks', kind: 'runChecks', nth: 1 },
];
const removals: readonly Place[] = [
  { name: "the removal of the writer's worktree", kind: 'removeWorktree', nth: 1 },
  { name: "the removal of a reviewer's worktree", kind: 'removeWorktree', nth: 2 },
];

/** Plays with success until the place is reached, and leaves its effect open. */
function reach({ kind, nth }: Place): { readonly world: CoreWorld; readonly id: string } {
  const world = new CoreWorld().start();
  let seen = 0;
  for (let n = 0; n < 100; n++) {
    const next = world.open(kind)[0] ?? world.open()[0];
    assert.ok(next, 'the place is never reached');
    if (next.kind === kind && ++seen === nth) return { world, id: next.id };
    world.settle(next);
  }
  throw new Error('the place is never reached');
}

const effectOf = (world: CoreWorld, id: string) => {
  const open = world.state.effects[id];
  assert.ok(open, `${id} is not open`);
  return open.effect;
};
const givesAllBack = (world: CoreWorld): void => {
  world.playUntil();
  assert.equal(world.run().phase, 'ended');
  assert.deepEqual(world.state.leases, {});
  const left = Object.values(world.state.worktrees).filter((one) => one.state !== 'failed');
  assert.deepEqual([left, world.state.effects], [[], {}]);
};

describe('a failure', () => {
  for (const place of places) {
    it(`of ${place.name} parks the run, and a resume brings it to the end`, () => {
      const { world, id } = reach(place);
      world.settle(effectOf(world, id), failedWith());
      world.playUntil();
      if (place.kind !== 'runLane' || place.nth === 1) {
        assert.equal(world.run().phase, 'needs-you');
        assert.equal(Object.values(world.state.loops)[0]?.outcome, 'blocked');
        assert.ok(world.do({ type: 'resumeLoop' }).ok);
        world.playUntil();
      }
      assertGood(world);
    });

    it(`of ${place.name} can be returned`, () => {
      const { world, id } = reach(place);
      world.settle(effectOf(world, id), failedWith());
      world.playUntil();
      assert.ok(world.do({ type: 'returnRun', run: world.run().id, comments: 'Again.' }).ok);
      world.playUntil();
      assertGood(world);
    });

    it(`of ${place.name} can be abandoned, with all given back`, () => {
      const { world, id } = reach(place);
      world.settle(effectOf(world, id), failedWith());
      if (world.run().phase !== 'needs-you') world.playUntil();
      assert.ok(world.do({ type: 'abandonRun', run: world.run().id }).ok);
      givesAllBack(world);
    });
  }

  for (const place of removals)
    it(`of ${place.name} holds nothing up`, () => {
      const { world, id } = reach(place);
      world.settle(effectOf(world, id), failedWith());
      world.playUntil();
      assertGood(world);
      assert.equal(Object.values(world.state.worktrees).filter((one) => one.state === 'failed').length, 1);
    });
});

describe('a stop', () => {
  for (const place of [...places, ...removals])
    for (const ending of ['succeeds', 'fails'] as const) {
      it(`during ${place.name}, which then ${ending}, ends the loop and can be resumed`, () => {
        const { world, id } = reach(place);
        world.do({ type: 'stopLoop' });
        world.settle(effectOf(world, id), ending === 'fails' ? failedWith() : undefined);
        world.playUntil();
        assert.ok(['stopped', 'waiting'].includes(world.run().phase), world.run().phase);
        assert.equal(Object.values(world.state.loops)[0]?.state, 'ended');
        if (world.run().phase === 'stopped') assert.ok(world.do({ type: 'resumeLoop' }).ok);
        world.playUntil();
        assertGood(world);
      });

      it(`during ${place.name}, which then ${ending}, survives the end of the process`, () => {
        const { world, id } = reach(place);
        world.do({ type: 'stopLoop' });
        world.crash();
        world.settle(effectOf(world, id), ending === 'fails' ? failedWith() : undefined);
        world.playUntil().crash();
        if (world.run().phase === 'stopped') world.do({ type: 'resumeLoop' });
        world.playUntil();
        assertGood(world);
      });
    }

  it('ends the lanes of a run that already waits for a person, and only then the loop', () => {
    const { world } = reach({ name: '', kind: 'runLane', nth: 2 });
    world.settle(world.open('createWorktree')[0]!, failedWith());
    assert.deepEqual([world.run().phase, world.open('runLane').length], ['needs-you', 1]);
    assert.ok(world.do({ type: 'stopLoop' }).ok);
    assert.equal(Object.values(world.state.loops)[0]?.state, 'stopping');
    world.settle(world.open('runLane')[0]!, laneEnds('failed'));
    world.playUntil();
    assert.equal(Object.values(world.state.loops)[0]?.state, 'ended');
  });

  it('can be abandoned and returned from', () => {
    for (const place of places) {
      const { world } = reach(place);
      world.do({ type: 'stopLoop' });
      world.playUntil();
      assert.ok(world.do({ type: 'returnRun', run: world.run().id, comments: 'x' }).ok);
      world.playUntil();
      assertGood(world);
      assert.ok(world.do({ type: 'abandonRun', run: world.run().id }).ok);
      givesAllBack(world);
    }
  });

  it('keeps the work of a writer that finished meanwhile', () => {
    const { world, id } = reach({ name: '', kind: 'runLane', nth: 1 });
    world.do({ type: 'stopLoop' });
    world.settle(effectOf(world, id));
    assert.equal(world.run().phase, 'stopped');
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assertGood(world);
    assert.deepEqual([world.run().attempt, world.run().jobs.filter((one) => one.kind === 'implement').length], [1, 1]);
  });

  it('gives a writer that it cut short a fresh try', () => {
    const { world, id } = reach({ name: '', kind: 'runLane', nth: 1 });
    world.do({ type: 'stopLoop' });
    world.settle(effectOf(world, id), laneEnds('failed'));
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assertGood(world);
    assert.equal(world.run().attempt, 2);
  });
});
