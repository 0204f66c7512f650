import assert from 'node:assert/strict';
import { isDone } from '../../../../src/core/loop/phases.ts';
import { CoreWorld, laneEnds, taskOf } from '../../../builders/core.ts';

const [first, second] = ['T-2026-0001', 'T-2026-0002'] as const;
const guards = { target: 2, maxBlockers: null, maxMs: 0 };

class Loop extends CoreWorld {
  get loop() {
    return Object.values(this.state.loops).at(-1)!;
  }

  get outcomes(): readonly (readonly string[])[] {
    return (this.loop.cycles ?? []).map(({ task, outcome }) => [task, outcome]).toSorted();
  }

  /** The first task is completed, and the second is in flight. */
  begin(): this {
    this.start([taskOf(first), taskOf(second)], { limit: null, pool: 1, guards });
    for (let n = 0; n < 200 && this.outcomes.length === 0; n++) {
      const [effect] = this.open();
      if (effect) this.settle(effect);
    }
    assert.deepEqual(this.outcomes, [[first, 'completed']]);
    return this;
  }

  /** All to its end; the lanes of the first task fail. */
  playFailing(): this {
    for (let n = 0; this.open().length > 0; n++) {
      assert.ok(n < 500, 'does not end');
      const [effect] = this.open();
      if (effect)
        this.settle(
          effect,
          effect.kind === 'runLane' && effect.run === this.run(first).id ? laneEnds('failed') : undefined,
        );
    }
    return this;
  }
}

describe('a completion of a loop', () => {
  it('is taken back when a person returns the task and nothing comes of it', () => {
    const world = new Loop().begin();
    assert.ok(world.do({ type: 'returnRun', run: world.run(first).id, comments: 'No.' }).ok);
    world.playFailing();
    assert.equal(world.run(first).phase, 'needs-you');
    assert.deepEqual(world.outcomes, [
      [first, 'deferred'],
      [second, 'completed'],
    ]);
    assert.equal(world.loop.outcome, 'blocked');
  });

  it('is taken back when a person gives the task up, whose gate says nothing more', () => {
    const world = new Loop().begin();
    assert.ok(world.do({ type: 'abandonRun', run: world.run(first).id }).ok);
    world.playFailing();
    assert.deepEqual(world.outcomes, [
      [first, 'deferred'],
      [second, 'completed'],
    ]);
    assert.deepEqual(
      [world.run(first).gate?.open, isDone(world.run(first)), isDone(world.run(second))],
      [true, false, true],
    );
  });

  it('stays one while its gate is open', () => {
    const world = new Loop().begin();
    world.playFailing();
    assert.deepEqual(world.outcomes, [
      [first, 'completed'],
      [second, 'completed'],
    ]);
    assert.equal(world.loop.outcome, 'completed');
  });
});

describe('tasks that come to something at once', () => {
  it('are each thought over for how many are to be at work', () => {
    const poolTerms = { min: 1, max: 4, agree: 2, cooldown: 2 };
    const world = new Loop().start([taskOf(first), taskOf(second)], { limit: null, pool: 2, guards, poolTerms });
    world.playUntil();
    const { loop } = world;
    const anew = { ...loop, state: 'running' as const, outcome: null, cycles: [], poolTunings: [] };
    world.state = { ...world.state, loops: { ...world.state.loops, [loop.id]: anew } };
    world.do({ type: 'renewLeases', awakeMs: world.awakeMs });
    assert.deepEqual(
      world.loop.poolTunings?.map(({ task }) => task),
      [first, second],
    );
  });
});
