import type { Problem } from '../../base/problem.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { Task } from '../task/types.ts';

/** What a fresh look at the queue file changes; nothing when it says the same as before. */
export function readQueue(state: State, tasks: readonly Task[], problems: readonly Problem[]): readonly DomainEvent[] {
  const known = new Map(state.queue.tasks.map((task) => [task.id, task]));
  const changed = tasks.filter((task) => !sameValue(known.get(task.id), task));
  const order = tasks.map((task) => task.id);
  const moved = !sameValue(
    order,
    state.queue.tasks.map((task) => task.id),
  );
  return changed.length > 0 || moved || !sameValue(problems, state.queue.problems)
    ? [{ type: 'queueChanged', changed, order, problems }]
    : [];
}
