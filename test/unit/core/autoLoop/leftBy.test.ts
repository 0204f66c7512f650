import assert from 'node:assert/strict';
import { leftBy } from '../../../../src/core/autoLoop/leftBy.ts';
import { waitingJudge } from '../../../../src/core/task/dependencies.ts';
import type { LoopOptions } from '../../../../src/core/loop/types.ts';
import { CoreWorld, host, taskOf } from '../../../builders/core.ts';

const ids = ['T-2026-0001', 'T-2026-0002', 'T-2026-0003', 'T-2026-0004', 'T-2026-0005'] as const;
const [done, onDone, circle, back, missing] = ids;
const queue = [
  taskOf(done),
  taskOf(onDone, { dependsOn: [done] }),
  taskOf(circle, { dependsOn: [back] }),
  taskOf(back, { dependsOn: [circle] }),
  taskOf(missing, { dependsOn: ['T-2026-0009'] }),
];
const guards = { target: null, maxBlockers: null, maxMs: 0 };

/** A loop on that queue at its end, and what it leaves. */
function leftAfter(options: Partial<LoopOptions>) {
  const world = new CoreWorld().start(queue, { tasks: null, limit: null, guards, ...options });
  world.playUntil();
  const [loop] = Object.values(world.state.loops);
  assert.equal(loop?.state, 'ended');
  return { world, left: leftBy(world.state, loop).map(({ task, why }) => [task, why?.code ?? null]) };
}

describe('what a loop leaves', () => {
  it('is each task that it never began, with what that waits for', () =>
    assert.deepEqual(leftAfter({}).left, [
      [onDone, 'task.waitsForDecision'],
      [circle, 'queue.cyclicDependency'],
      [back, 'queue.cyclicDependency'],
      [missing, 'queue.unknownDependency'],
    ]));

  it('is nothing where it took as many as it was to take, or reached its target', () => {
    assert.deepEqual(leftAfter({ limit: 1 }).left, []);
    assert.deepEqual(leftAfter({ guards: { ...guards, target: 1 } }).left, []);
  });

  it('names what was only not begun, also where a person let it finish', () => {
    const world = new CoreWorld().start([taskOf(done), taskOf(onDone)], { tasks: [done, onDone], limit: 2, guards });
    world.do({ type: 'finishLoop' });
    world.playUntil();
    const [loop] = Object.values(world.state.loops);
    assert.equal(loop?.outcome, 'stopped');
    assert.deepEqual(leftBy(world.state, loop), [{ task: onDone, why: null }]);
  });
});

describe('what a dependency lacks', () => {
  it('follows the work of the other, from nothing to a merge', () => {
    const world = new CoreWorld();
    world.do({ type: 'readQueue', tasks: queue, problems: [] }, host);
    const why = (): string | undefined => waitingJudge(world.state)(queue[1]!)?.code;
    assert.equal(why(), 'task.waits');
    world.start(queue, { tasks: [done] });
    assert.equal(why(), 'task.waits', 'at work');
    world.do({ type: 'stopLoop' });
    world.playUntil();
    assert.equal(why(), 'task.waitsForAnswer', 'stopped');
    world.do({ type: 'resumeLoop' });
    world.playUntil();
    assert.equal(why(), 'task.waitsForDecision');
    const run = world.run();
    world.do({ type: 'approve', run: run.id, head: run.change?.head ?? '' });
    assert.equal(why(), 'task.waitsForMerge');
    world.do({ type: 'mergeLocally', run: run.id });
    world.playUntil();
    assert.equal(why(), undefined);
  });
});
