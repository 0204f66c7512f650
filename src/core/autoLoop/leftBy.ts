import type { Problem } from '../../base/problem.ts';
import type { Loop } from '../loop/types.ts';
import type { State } from '../state.ts';
import { waitingJudge } from '../task/dependencies.ts';
import { mayTake, openTasks } from '../task/select.ts';
import { completedIn } from './cycles.ts';

export interface LeftTask {
  readonly task: string;
  /** What it waits for; null where only the end of the loop kept it from being begun, or the queue has it no more. */
  readonly why: Problem | null;
}

/** Tasks that a loop was to take and never began; none where it came to all that it was asked for. */
export function leftBy(state: State, loop: Loop): readonly LeftTask[] {
  const { tasks, given, guards } = loop.options;
  const target = guards?.target ?? null;
  if (given || (target !== null && completedIn(loop) >= target)) return [];
  const why = waitingJudge(state);
  const queued = new Map(state.queue.tasks.map((task) => [task.id, task]));
  const wanted = tasks ?? openTasks(state, loop.taken).map(({ id }) => id);
  return wanted
    .filter((id) => !loop.taken.includes(id) && mayTake(loop, id))
    .map((id) => {
      const task = queued.get(id);
      return { task: id, why: task ? why(task) : null };
    });
}
