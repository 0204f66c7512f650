import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../state.ts';
import { whyNotStarted } from './statuses.ts';

/** Why tasks that a person named are started by no loop, whatever ends before: the queue has none of that id, or calls it done. */
export function whyNever({ queue }: Pick<State, 'queue'>, ids: readonly string[], file: string): Problem | null {
  for (const id of ids) {
    const task = queue.tasks.find((one) => one.id === id);
    const why = task
      ? whyNotStarted(task, file)
      : problem('task.unknown', '{task} is not in {file}. Check the id.', { task: id, file });
    if (why) return why;
  }
  return null;
}
