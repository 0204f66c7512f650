import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../state.ts';
import { recommendedTasks } from './select.ts';

/** Most tasks that a sentence names. */
const most = 3;

/** That a task is merged, and what waits instead of it. */
export function mergedTask(state: State, task: string): Problem {
  const waiting = recommendedTasks(state, [task]).slice(0, most);
  return waiting.length === 0
    ? problem('task.merged', '{task} is merged, and no other task of the queue is ready. Set one to ready.', { task })
    : problem('task.merged', '{task} is merged. Next in the queue: {waiting}. Name one with --task.', {
        task,
        waiting: waiting.map((one) => one.id).join(', '),
      });
}
