import assert from 'node:assert/strict';
import { isActive } from '../../../../src/core/loop/phases.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import { aProblem, CoreWorld, failedWith, taskOf } from '../../../builders/core.ts';

const names = [1, 2, 3].map((n) => `T-2026-000${n}`);
const guards = { target: null, maxBlockers: null, maxMs: 0 };

class Loop extends CoreWorld {
  most = 0;

  get flying(): number {
    return Object.values(this.state.runs).filter(isActive).length;
  }

  get outcome() {
    return Object.values(this.state.loops).at(-1)?.outcome;
  }

  /** Each task's worktree fails once, so that all of them ask something. */
  begin(changes: Partial<LoopOptions>, tasks = names.map((name) => taskOf(name))): this {
    this.start(tasks, { limit: null, guards, ...changes });
    for (let n = 0; this.open().length > 0; n++) {
      assert.ok(n < 500);
      const [effect] = this.open();
      if (effect) this.settle(effect, effect.kind === 'createWorktree' ? failedWith(aProblem) : undefined);
    }
    assert.deepEqual(this.phases, ['needs-you', 'needs-you', 'needs-you']);
    return this;
  }

  play(): this {
    this.most = this.flying;
    for (let n = 0; this.open().length > 0; n++) {
      assert.ok(n < 500);
      const [effect] = this.open();
      if (effect) this.settle(effect);
      this.most = Math.max(this.most, this.flying);
    }
    return this;
  }

  get phases(): readonly string[] {
    return names.map((name) => this.run(name).phase);
  }
}

describe('a person who goes on with several tasks', () => {
  for (const pool of [1, 2])
    it(`has no more than ${pool} of them at work at once, and all of them in the end`, () => {
      const world = new Loop().begin({ pool });
      assert.ok(world.do({ type: 'resumeLoop' }).ok);
      assert.equal(world.flying, pool);
      world.crash();
      world.play();
      assert.deepEqual(
        [world.most, world.phases, world.outcome],
        [pool, ['waiting', 'waiting', 'waiting'], 'completed'],
      );
    });

  it('has none of them beside another where both are serial', () => {
    const world = new Loop().begin(
      { pool: 3, queueLanes: { serialWords: ['release'], surfaces: [] } },
      names.map((name) => taskOf(name, { title: 'A release' })),
    );
    world.do({ type: 'resumeLoop' });
    assert.equal(world.flying, 1);
  });

  it('is not asked to resume once more for those that wait, which come before new tasks', () => {
    const world = new Loop().begin({ pool: 1 });
    world.do({ type: 'readQueue', tasks: [...names, 'T-2026-0004'].map((name) => taskOf(name)), problems: [] });
    world.do({ type: 'resumeLoop' });
    assert.equal(world.do({ type: 'resumeLoop' }).ok, false);
    world.play();
    const order = world.log.flatMap(({ event }) => (event.type === 'runStarted' ? [event.task.id] : []));
    assert.equal(order.at(-1), 'T-2026-0004');
    assert.ok(names.every((name) => world.run(name).phase === 'waiting'));
  });

  it('has stopped what waits where the loop is stopped before', () => {
    const world = new Loop().begin({ pool: 1 });
    world.do({ type: 'resumeLoop' });
    world.do({ type: 'stopLoop' });
    world.play();
    assert.equal(world.phases.includes('retrying'), false);
    assert.equal(world.outcome, 'stopped');
    world.do({ type: 'resumeLoop' });
    world.play();
    assert.deepEqual([world.most, world.phases], [1, ['waiting', 'waiting', 'waiting']]);
  });
});

it('a command that is allowed lets no more go on than may be at work', () => {
  const [first = '', second = '', third = ''] = names;
  const tasks = [taskOf(first, { checks: ['other'] }), taskOf(second, { checks: ['other'] }), taskOf(third)];
  const world = new Loop().start(tasks, { limit: null, pool: 1, guards });
  for (let n = 0; !names.every((name) => Object.values(world.state.runs).some((run) => run.task.id === name)); n++) {
    assert.ok(n < 50);
    const [effect] = world.open();
    if (effect) world.settle(effect);
  }
  assert.deepEqual([world.run(first).ask?.kind, world.run(second).ask?.kind, world.flying], ['checks', 'checks', 1]);
  world.do({ type: 'allowCheck', argv: ['other'] });
  assert.equal(world.flying, 1);
  world.play();
  assert.deepEqual([world.most, world.phases, world.outcome], [1, ['waiting', 'waiting', 'waiting'], 'completed']);
});

it('finds it stopped only once nothing of its last try is under way any more', () => {
  const [name, other] = ['T-2026-0001', 'T-2026-0002'];
  const world = new Loop();
  world.start([taskOf(name, { claims: ['src/a.ts'] }), taskOf(other, { claims: ['docs'] })], {
    limit: null,
    guards,
    pool: 1,
  });
  world.playUntil('runLane').playUntil('commitPatch');
  world.playUntil('createWorktree');
  const [failing] = world.open().filter((effect) => effect.kind === 'createWorktree');
  assert.ok(failing);
  world.settle(failing, failedWith(aProblem));
  assert.equal(world.run(name).phase, 'needs-you');
  const { id } = world.run(name);
  assert.ok(world.do({ type: 'setClaims', run: id, claims: ['src/**'] }).ok);
  assert.ok(world.do({ type: 'stopLoop' }).ok);
  assert.ok(world.open().some((effect) => effect.run === id && effect.kind === 'createWorktree'));
  assert.equal(world.run(name).phase, 'retrying');
  world.play();
  assert.deepEqual([world.run(name).phase, world.outcome], ['stopped', 'stopped']);
});
