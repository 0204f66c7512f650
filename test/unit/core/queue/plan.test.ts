import assert from 'node:assert/strict';
import { laneJudge, type LaneRules } from '../../../../src/core/queue/lanes.ts';
import { queuePlan } from '../../../../src/core/queue/plan.ts';
import { usualSerialWords } from '../../../../src/core/queue/usualSerialWords.ts';
import { usualSurfaces } from '../../../../src/core/surface/usualSurfaces.ts';
import type { Task } from '../../../../src/core/task/types.ts';
import { usualLoadBearing } from '../../../../src/core/topology/loadBearing.ts';
import { CoreWorld, taskOf } from '../../../builders/core.ts';

const rules: LaneRules = { serialWords: usualSerialWords, surfaces: usualSurfaces, loadBearing: usualLoadBearing };
const world = (tasks: readonly Task[]): CoreWorld => {
  const made = new CoreWorld();
  made.do({ type: 'readQueue', tasks, problems: [] });
  return made;
};

describe('the lane of a task', () => {
  const rows: readonly (readonly [name: string, changes: Partial<Task>, lane: string, why: string])[] = [
    ['with files of the source', { claims: ['src/a.ts'] }, 'parallel-safe', 'lane.safe'],
    ['with a folder of the source', { claims: ['src/parser/**'] }, 'parallel-safe', 'lane.safe'],
    ['in review', { status: 'review', title: 'Ship it' }, 'review-only', 'lane.review'],
    ['that ships', { title: 'Ship the release' }, 'serial-gated', 'lane.word'],
    ['about relationships', { title: 'Fix relationship table' }, 'parallel-safe', 'lane.safe'],
    ['about emergent costs', { title: 'Emergency costume' }, 'parallel-safe', 'lane.safe'],
    ['that says git push', { body: 'Run `git  push`.' }, 'serial-gated', 'lane.word'],
    ['with a Korean word and its particle', { title: '배포를 고친다' }, 'serial-gated', 'lane.word'],
    ['without files', { claims: [] }, 'serial-gated', 'lane.noClaims'],
    ['on a decision', { claims: ['docs/adr/0001.md'] }, 'serial-gated', 'lane.surface'],
    ['on a load-bearing file', { claims: ['db/migrations/1.sql'] }, 'serial-gated', 'lane.surface'],
    ['on every file', { claims: ['**'] }, 'serial-gated', 'lane.everything'],
    ['on every file of a kind', { claims: ['**/*.ts'] }, 'serial-gated', 'lane.everything'],
    ['on a folder with decisions in it', { claims: ['docs/**'] }, 'serial-gated', 'lane.wide'],
    ['on a folder of the docs', { claims: ['docs/images/**'] }, 'parallel-safe', 'lane.safe'],
  ];
  for (const [name, changes, lane, why] of rows)
    it(`${name} is ${lane}`, () => {
      const found = laneJudge(rules)(taskOf('A', { claims: ['src/a.ts'], ...changes }));
      assert.deepEqual([found.lane, found.reason.code], [lane, why]);
    });

  it('hangs on the words of the project', () => {
    const task = taskOf('A', { claims: ['src/a.ts'], title: 'Ship the schema' });
    assert.equal(laneJudge({ ...rules, serialWords: [] })(task).lane, 'parallel-safe');
    assert.equal(laneJudge({ ...rules, serialWords: ['SCHEMA'] })(task).lane, 'serial-gated');
  });
});

describe('the queue plan', () => {
  const ids = (tasks: readonly Task[]): readonly string[] =>
    queuePlan(world(tasks).state, rules).map(({ task }) => task.id);
  const safe: Partial<Task> = { claims: ['src/a.ts'], body: 'Acceptance criteria' };

  it('goes by priority, status, lane, what shows that a task is done, and the place in the file', () =>
    assert.deepEqual(
      ids([
        taskOf('T9', { ...safe, priority: 2 }),
        taskOf('T8', { ...safe, priority: 2, checks: [] }),
        taskOf('T7', { ...safe, priority: 2, claims: [] }),
        taskOf('T6', { ...safe, priority: 2, status: 'backlog' }),
        taskOf('T5', { ...safe, priority: 2, status: 'review' }),
        taskOf('T4', { ...safe, priority: 2, status: 'todo' }),
        taskOf('T3', { ...safe, priority: 2 }),
        taskOf('T2', { ...safe, priority: 0, status: 'backlog' }),
        taskOf('T1', { ...safe, priority: 0, status: 'done' }),
      ]),
      ['T2', 'T9', 'T3', 'T8', 'T7', 'T4', 'T5', 'T6'],
    ));

  it('says what waits for what, and what a loop would take', () => {
    const plan = queuePlan(
      world([
        taskOf('A', { ...safe, dependsOn: ['B', 'C', 'D'] }),
        taskOf('B', safe),
        taskOf('C', { ...safe, status: 'done' }),
        taskOf('E', { ...safe, status: 'backlog' }),
      ]).state,
      rules,
    );
    assert.deepEqual(
      plan.map(({ task, waitsFor, waits, startable, order }) => [task.id, waitsFor, waits?.code, startable, order]),
      [
        ['A', ['B', 'D'], 'queue.unknownDependency', false, 1],
        ['B', [], undefined, true, 2],
        ['E', [], undefined, false, 4],
      ],
    );
  });
});
