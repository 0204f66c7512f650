import assert from 'node:assert/strict';
import { aProblem, CoreWorld, failedWith, taskOf } from '../../../builders/core.ts';

const name = (n: number): string => `T-2026-000${n}`;
const guards = { target: null, maxBlockers: null, maxMs: 0, stopsBlocked: true as const };

class Loop extends CoreWorld {
  get loop() {
    return Object.values(this.state.loops).at(-1)!;
  }

  /** Only the effects of one task, with the creation of its worktree as it is said. */
  playTask(task: string, isGround = true): this {
    for (let n = 0; n < 200; n++) {
      const effect = this.open().find((one) => one.run === this.run(task).id);
      if (!effect) return this;
      this.settle(effect, effect.kind === 'createWorktree' && !isGround ? failedWith(aProblem) : undefined);
    }
    throw new Error('does not end');
  }
}

describe('a task that only a person can help', () => {
  it('is in no task’s way any more once they answered it', () => {
    const tasks = [taskOf(name(1)), taskOf(name(2)), taskOf(name(3), { claims: [`${name(2)}.txt`] })];
    const world = new Loop().start(tasks, { limit: 3, pool: 2, guards }).playTask(name(1), false);
    assert.deepEqual([world.run(name(1)).phase, world.loop.halted], ['needs-you', undefined]);
    assert.ok(world.do({ type: 'resumeLoop' }).ok);
    world.playTask(name(1)).playUntil();
    assert.deepEqual(world.loop.taken, [name(1), name(2), name(3)]);
    assert.equal(world.loop.halted, undefined);
  });

  it('ends the loop as long as another asks as well', () => {
    const tasks = [
      taskOf(name(1), { checks: ['one'] }),
      taskOf(name(2), { checks: ['two'] }),
      taskOf(name(4)),
      taskOf(name(3), { claims: [`${name(4)}.txt`] }),
    ];
    const world = new Loop().start(tasks, { limit: 4, pool: 3, guards });
    world.playTask(name(1)).playTask(name(2));
    assert.deepEqual([world.run(name(2)).ask?.kind, world.loop.halted], ['checks', undefined]);
    world.do({ type: 'allowCheck', argv: ['two'] });
    world.playUntil();
    assert.deepEqual([world.loop.halted?.code, world.loop.halted?.params], ['loop.taskBlocked', { task: name(1) }]);
  });

  it('is what a person has seen who resumes, while others are still in flight', () => {
    const tasks = [1, 2, 3].map((n) => taskOf(name(n), { priority: n }));
    const world = new Loop().start(tasks, { limit: 3, pool: 2, guards }).playTask(name(1), false);
    assert.deepEqual([world.loop.halted?.code, world.loop.state], ['loop.taskBlocked', 'running']);
    assert.ok(world.do({ type: 'resumeLoop' }).ok);
    assert.equal(world.loop.halted, undefined);
    world.playUntil();
    assert.deepEqual([world.loop.taken.length, world.loop.outcome], [3, 'completed']);
  });

  it('is in no row of blockers once it was answered, and the loop goes on', () => {
    const tasks = [1, 2, 3, 4].map((n) => taskOf(name(n), { priority: n, ...(n < 4 ? { checks: [`c${n}`] } : {}) }));
    const row = { target: null, maxBlockers: 2, maxMs: 1000 };
    const world = new Loop().start(tasks, { limit: null, pool: 3, guards: row });
    world.playTask(name(1)).playTask(name(2));
    assert.deepEqual([world.loop.halted?.code, world.loop.state], ['loop.blockersInARow', 'running']);
    const since = world.loop.startedAwake;
    world.do({ type: 'allowCheck', argv: ['c1'] });
    assert.equal(world.loop.halted?.code, 'loop.blockersInARow', 'another asks still');
    world.do({ type: 'allowCheck', argv: ['c2'] });
    assert.deepEqual([world.loop.halted, world.loop.streak, world.loop.startedAwake], [undefined, 0, since]);
    world.do({ type: 'allowCheck', argv: ['c3'] });
    world.playUntil();
    assert.deepEqual([world.loop.taken.length, world.loop.outcome], [4, 'completed']);
  });

  it('is tried again by nobody who answered another and goes on', () => {
    const tasks = [taskOf(name(1), { checks: ['one'] }), taskOf(name(2))];
    const world = new Loop().start(tasks, { limit: 2, pool: 1, guards }).playTask(name(1));
    assert.deepEqual([world.loop.halted?.code, world.loop.state], ['loop.taskBlocked', 'ended']);
    world.do({ type: 'allowCheck', argv: ['one'] });
    assert.equal(world.loop.state, 'ended', 'whoever answers later begins nothing new');
    world.playTask(name(1), false);
    assert.equal(world.run(name(1)).ask?.kind, 'problem');
    assert.ok(world.do({ type: 'resumeLoop', loop: world.loop.id, leavesParked: true }).ok);
    assert.equal(world.run(name(1)).ask?.kind, 'problem');
    assert.deepEqual([world.loop.state, world.loop.taken.length], ['running', 2]);
  });
});
