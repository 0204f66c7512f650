import assert from 'node:assert/strict';
import { recommendedTasks } from '../../../../src/core/task/select.ts';
import type { Task } from '../../../../src/core/task/types.ts';
import { CoreWorld, host, loopOptions, taskOf } from '../../../builders/core.ts';

const [first, second] = ['T-2026-0001', 'T-2026-0002'];
const tasks = [taskOf(second, { priority: 0, dependsOn: [first] }), taskOf(first)];
const read = (world: CoreWorld, queue: readonly Task[]): CoreWorld => {
  world.do({ type: 'readQueue', tasks: queue, problems: [] }, host);
  return world;
};
const ids = (world: CoreWorld): readonly string[] => recommendedTasks(world.state).map(({ id }) => id);
const start = (world: CoreWorld, wanted: readonly string[] | null) => {
  const started = world.do({ type: 'startLoop', options: loopOptions({ tasks: wanted, limit: null }), claims: {} });
  return started.ok ? null : [started.error.code, started.error.params];
};

describe('a task that depends on another', () => {
  it('is not started before it, however urgent it is', () =>
    assert.deepEqual(ids(read(new CoreWorld(), tasks)), [first]));

  it('is started once the queue says that the other is done', () =>
    assert.deepEqual(ids(read(new CoreWorld(), [tasks[0]!, taskOf(first, { status: 'done' })])), [second]));

  it('waits until the work of the other has arrived on the base', () => {
    const world = new CoreWorld().start(tasks, { tasks: [first] });
    world.playUntil();
    assert.deepEqual(ids(world), [], 'in review');
    const run = world.run();
    world.do({ type: 'approve', run: run.id, head: run.change?.head ?? '' });
    assert.deepEqual(ids(world), [], 'approved, and only on its branch');
    world.do({ type: 'mergeLocally', run: run.id });
    world.playUntil();
    assert.deepEqual(ids(world), [second], 'merged');
  });

  it('is refused by name, with what it waits for', () => {
    const world = read(new CoreWorld(), tasks);
    const waits = ['task.waits', { task: second, others: first }];
    assert.deepEqual(start(world, [second]), waits);
    assert.deepEqual(start(world, [first, second]), waits);
    assert.equal(start(world, [first]), null);
  });

  it('is never started where the other is unknown or a circle leads back, and a start says so', () => {
    for (const [other, code] of [
      ['T-2026-0009', 'queue.unknownDependency'],
      [second, 'queue.cyclicDependency'],
      ['T-2026-0003', 'queue.cyclicDependency'],
    ] as const) {
      const world = read(new CoreWorld(), [
        taskOf(second, { dependsOn: [other] }),
        taskOf('T-2026-0003', { dependsOn: [second] }),
      ]);
      assert.deepEqual(ids(world), []);
      assert.equal(start(world, null)?.[0], code);
    }
  });
});
