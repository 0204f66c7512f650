import type { Loop, Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import type { Task } from './types.ts';

const isLive = (run: Run): boolean => run.phase !== 'ended';

/**
 * Tasks that could be started, best first: ready before todo, then by priority, then those with checks, then those with
 * acceptance criteria, then by their place in the queue. Those in `except` stay out, and so do those that another tool had done before its ledger was taken over.
 */
export function recommendedTasks(state: State, except: readonly string[] = []): readonly Task[] {
  const runs = Object.values(state.runs);
  const free = state.queue.tasks.filter(
    (task) =>
      !except.includes(task.id) &&
      !runs.some((run) => run.task.id === task.id && (isLive(run) || run.decision?.kind === 'approved')) &&
      !state.imports.some((one) => one.completed.includes(task.id)),
  );
  const ready = free.filter((task) => task.status === 'ready');
  const chosen = ready.length > 0 ? ready : free.filter((task) => task.status === 'todo');
  // Sorting is stable, so tasks that are as good keep the order of the file.
  return chosen.toSorted((a, b) => a.priority - b.priority || lacks(a) - lacks(b));
}

/** How little is known of what would show that a task is done: without checks more than without acceptance criteria. */
const lacks = ({ checks, body }: Task): number =>
  (checks.length > 0 ? 0 : 2) + (/acceptance criteria/i.test(body) ? 0 : 1);

/** The next task of a loop, or undefined when it has none left. */
export function nextTask(state: State, loop: Loop): Task | undefined {
  if (loop.options.limit !== null && loop.taken.length >= loop.options.limit) return undefined;
  const { tasks, given } = loop.options;
  if (given) return loop.taken.length === 0 ? given : undefined;
  if (tasks === null) return recommendedTasks(state, loop.taken)[0];
  const live = new Set(
    Object.values(state.runs)
      .filter(isLive)
      .map((run) => run.task.id),
  );
  const open = tasks.filter((id) => !loop.taken.includes(id) && !live.has(id));
  // One that was taken out of the queue meanwhile must not keep those after it from their turn.
  return open.flatMap((id) => state.queue.tasks.find((task) => task.id === id) ?? [])[0];
}

/** Whether a loop without a next task misses some that it was to take: the queue can't be read, or they are gone from it. */
export function hasUnreachableTasks(state: State, loop: Loop): boolean {
  if (loop.options.given) return false;
  if (loop.options.limit !== null && loop.taken.length >= loop.options.limit) return false;
  if (loop.options.tasks === null) return state.queue.tasks.length === 0 && state.queue.problems.length > 0;
  return loop.options.tasks.some((id) => !loop.taken.includes(id));
}
