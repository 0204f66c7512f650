import { problem } from '../../../base/problem.ts';
import { laneJudge } from '../../queue/lanes.ts';
import type { Signal } from '../types.ts';

/** From so many on they hold each other up. */
const fewest = 3;
/** A long queue is judged by what comes first in it. */
const most = 200;

const waiting: ReadonlySet<string> = new Set(['ready', 'todo', 'backlog']);

/** All that is to be done is serial, so that one agent works and all others wait. */
export const serialQueue: Signal = {
  id: 'serial-queue',
  find: ({ state, rules }) => {
    const tasks = state.queue.tasks.filter(({ status }) => waiting.has(status)).slice(0, most);
    const laneOf = laneJudge(rules);
    // The first that is free ends the look.
    if (tasks.length < fewest || tasks.some((task) => laneOf(task).lane !== 'serial-gated')) return [];
    return [
      {
        title: 'Split the serial tasks of the queue so that some can be worked on at once',
        priority: 0,
        ownerRole: 'Planner',
        goal: 'Each task that can be is split into parts that name their own files and touch nothing serial, so that agents work beside each other.',
        reason: problem('recommend.serial', '{count} tasks are serial-gated and none is parallel-safe.', {
          count: tasks.length,
        }),
        claims: ['tasks/queue.md'],
        acceptance: ['mam queue-plan shows tasks that are parallel-safe.', 'No part of a split task is lost.'],
        validation: [],
      },
    ];
  },
};
