import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';

export function evolveQueue(queue: State['queue'], event: DomainEvent): State['queue'] {
  if (event.type !== 'queueChanged') return queue;
  const tasks = new Map([...queue.tasks, ...event.changed].map((task) => [task.id, task]));
  return { tasks: event.order.flatMap((id) => tasks.get(id) ?? []), problems: event.problems };
}
