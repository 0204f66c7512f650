import { problem } from '../../../base/problem.ts';
import type { Signal } from '../types.ts';

const startable: ReadonlySet<string> = new Set(['ready', 'todo']);
const mostNamed = 12;

/** Tasks that could begin and name nothing that would show that they are done. */
export const noValidation: Signal = {
  id: 'no-validation',
  find: ({ state }) => {
    const bare = state.queue.tasks.filter(({ status, checks }) => startable.has(status) && checks.length === 0);
    if (bare.length === 0) return [];
    return [
      {
        title: 'Name the checks of the tasks that have none',
        priority: 1,
        ownerRole: 'Planner',
        goal: 'Every task that is ready names the commands that show that it is done, below Validation Commands.',
        reason: problem(
          'recommend.noChecks',
          '{count} {count|task that could begin names|tasks that could begin name} no check: {tasks}.',
          {
            count: bare.length,
            tasks: bare
              .slice(0, 3)
              .map(({ id }) => id)
              .join(', '),
          },
        ),
        claims: ['tasks/queue.md'],
        acceptance: bare.slice(0, mostNamed).map(({ id }) => `${id} names its checks.`),
        validation: [],
      },
    ];
  },
};
