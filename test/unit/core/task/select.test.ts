import assert from 'node:assert/strict';
import { nextUp } from '../../../../src/core/autoLoop/nextUp.ts';
import type { Loop } from '../../../../src/core/loop/types.ts';
import { hasUnreachableTasks, recommendedTasks } from '../../../../src/core/task/select.ts';
import type { Task } from '../../../../src/core/task/types.ts';
import { aProblem, CoreWorld, loopOptions, taskOf } from '../../../builders/core.ts';

const world = (tasks: readonly Task[]): CoreWorld => {
  const made = new CoreWorld();
  made.do({ type: 'readQueue', tasks, problems: [] });
  return made;
};
const ids = (tasks: readonly Task[]): readonly string[] => tasks.map((task) => task.id);
const loop = (changes: Partial<Loop['options']>, taken: readonly string[] = []): Loop => ({
  id: 'loop',
  options: loopOptions({ limit: null, ...changes }),
  state: 'running',
  outcome: null,
  startedAt: '',
  taken,
});

describe('recommendedTasks', () => {
  const rows: readonly (readonly [name: string, tasks: readonly Task[], expected: readonly string[]])[] = [
    [
      'orders by priority',
      [taskOf('A', { priority: 3 }), taskOf('B', { priority: 0 }), taskOf('C', { priority: 9 })],
      ['B', 'A', 'C'],
    ],
    ['keeps the order of the file within a priority', [taskOf('B'), taskOf('A'), taskOf('C')], ['B', 'A', 'C']],
    [
      'prefers what has checks, then what has acceptance criteria, among those of a priority',
      [
        taskOf('A', { checks: [], body: '### Acceptance Criteria' }),
        taskOf('B', { checks: ['npm test'], body: 'Goal' }),
        taskOf('C', { checks: ['npm test'], body: 'Acceptance criteria: it works' }),
        taskOf('D', { checks: [], priority: 0 }),
      ],
      ['D', 'C', 'B', 'A'],
    ],
    [
      'prefers a late ready one to an urgent todo',
      [taskOf('A', { status: 'todo', priority: 0 }), taskOf('B', { priority: 9 })],
      ['B'],
    ],
    ['takes todo when none is ready', [taskOf('A', { status: 'todo' }), taskOf('B', { status: 'done' })], ['A']],
    [
      'takes nothing else',
      ['backlog', 'running', 'in_progress', 'blocked', 'review', 'done', ''].map((status) =>
        taskOf(status, { status }),
      ),
      [],
    ],
  ];
  for (const [name, tasks, expected] of rows)
    it(name, () => assert.deepEqual(ids(recommendedTasks(world(tasks).state)), expected));

  it('leaves out what is under way, and what was approved', () => {
    const made = new CoreWorld().start([taskOf('A'), taskOf('B')]);
    assert.deepEqual(ids(recommendedTasks(made.state)), ['B']);
    made.playUntil();
    made.do({ type: 'approve', run: made.run().id, head: made.run().change!.head });
    assert.equal(made.run().phase, 'ended');
    assert.deepEqual(ids(recommendedTasks(made.state)), ['B']);
  });

  it('offers an abandoned one again', () => {
    const made = new CoreWorld().start([taskOf('A')]).playUntil();
    made.do({ type: 'abandonRun', run: made.run().id });
    assert.deepEqual(ids(recommendedTasks(made.state)), ['A']);
  });
});

describe('nextUp', () => {
  const tasks = [
    taskOf('A'),
    taskOf('B', { priority: 0 }),
    taskOf('C', { status: 'todo' }),
    taskOf('D', { status: 'done' }),
  ];
  const rows: readonly (readonly [name: string, Loop, expected: string | undefined])[] = [
    ['takes the best', loop({}), 'B'],
    ['takes none twice', loop({}, ['B']), 'A'],
    ['goes on with todo when the ready ones were taken', loop({}, ['A', 'B']), 'C'],
    ['ends when all were taken', loop({}, ['A', 'B', 'C']), undefined],
    ['ends at the limit', loop({ limit: 1 }, ['A']), undefined],
    ['goes on below the limit', loop({ limit: 2 }, ['A']), 'B'],
    ['follows a list in its order', loop({ tasks: ['C', 'A'] }), 'C'],
    ['goes on in the list', loop({ tasks: ['C', 'A'] }, ['C']), 'A'],
    ['takes what a list names whatever its status', loop({ tasks: ['D'] }), 'D'],
    ['skips what is gone from the queue', loop({ tasks: ['gone', 'A'] }), 'A'],
    ['ends with the list', loop({ tasks: ['A'] }, ['A']), undefined],
    ['ends the list at the limit', loop({ tasks: ['A', 'B'], limit: 1 }, ['A']), undefined],
  ];
  for (const [name, one, expected] of rows)
    it(name, () => assert.equal(nextUp(world(tasks).state, one).task?.id, expected));
});

describe('a loop without a next task', () => {
  const rows: readonly (readonly [name: string, Loop, tasks: readonly Task[], expected: boolean])[] = [
    ['is complete when its list was taken', loop({ tasks: ['A'] }, ['A']), [], false],
    ['misses what is gone from the queue', loop({ tasks: ['A', 'B'] }, ['A']), [taskOf('A')], true],
    ['misses nothing at its limit', loop({ tasks: ['A', 'B'], limit: 1 }, ['A']), [], false],
    ['misses nothing when the queue is used up', loop({}), [taskOf('A', { status: 'done' })], false],
  ];
  for (const [name, one, tasks, expected] of rows)
    it(name, () => assert.equal(hasUnreachableTasks(world(tasks).state, one), expected));

  it('is not complete when the queue could not be read', () => {
    const made = new CoreWorld().start([taskOf('A')], { limit: null });
    made.do({ type: 'readQueue', tasks: [], problems: [aProblem] });
    made.playUntil();
    assert.equal(Object.values(made.state.loops)[0]?.outcome, 'blocked');
    assert.equal(made.run().phase, 'waiting');
  });
});
