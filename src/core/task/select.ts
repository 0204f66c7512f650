import type { Loop, Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { unmetBy } from './dependencies.ts';
import type { Task } from './types.ts';

const isLive = (run: Run): boolean => run.phase !== 'ended';

const startable: ReadonlySet<string> = new Set(['ready', 'todo']);

/**
 * Tasks that are meant to be done and that nobody has begun or done, in the order of the file. Those in `except` stay out,
 * and so do those that another tool had done before its ledger was taken over. The backlog is never among them.
 */
export function openTasks(state: State, except: readonly string[]): readonly Task[] {
  const out = new Set([
    ...except,
    ...Object.values(state.runs).flatMap((run) =>
      isLive(run) || run.decision?.kind === 'approved' ? [run.task.id] : [],
    ),
    ...state.imports.flatMap(({ completed }) => completed),
  ]);
  return state.queue.tasks.filter((task) => startable.has(task.status) && !out.has(task.id));
}

/**
 * Tasks that could be started, best first: ready before todo, then by priority, then those with checks, then those with
 * acceptance criteria, then by their place in the queue. What depends on something that has not arrived yet is not among them.
 */
export function recommendedTasks(state: State, except: readonly string[] = []): readonly Task[] {
  const unmet = unmetBy(state);
  const free = openTasks(state, except).filter((task) => unmet(task).length === 0);
  const ready = free.filter((task) => task.status === 'ready');
  const chosen = ready.length > 0 ? ready : free;
  // Sorting is stable, so tasks that are as good keep the order of the file.
  return chosen.toSorted((a, b) => a.priority - b.priority || lacks(a) - lacks(b));
}

/** How little is known of what would show that a task is done: without checks more than without acceptance criteria. */
export const lacks = ({ checks, body }: Task): number =>
  (checks.length > 0 ? 0 : 2) + (/acceptance criteria/i.test(body) ? 0 : 1);

/** The files of a task: its own, else those that a person chose for it. */
export const claimsOf = ({ chosenClaims }: Pick<State, 'chosenClaims'>, task: Task): readonly string[] =>
  task.claims.length > 0 ? task.claims : (chosenClaims[task.id] ?? []);

/** The tasks that a loop would begin, best first, were nothing in flight. */
export function openFor(state: State, loop: Loop): readonly Task[] {
  if (loop.options.limit !== null && loop.taken.length >= loop.options.limit) return [];
  const { tasks, given } = loop.options;
  if (given) return loop.taken.length === 0 ? [given] : [];
  if (tasks === null) return recommendedTasks(state, loop.taken);
  const live = new Set(
    Object.values(state.runs)
      .filter(isLive)
      .map((run) => run.task.id),
  );
  const open = tasks.filter((id) => !loop.taken.includes(id) && !live.has(id));
  const unmet = unmetBy(state);
  // One that was taken out of the queue meanwhile, or that waits for another, must not keep those after it from their turn.
  const found = open.flatMap((id) => state.queue.tasks.find((task) => task.id === id) ?? []);
  return found.filter((task) => unmet(task).length === 0);
}

/** Whether a loop that has not begun a task may still do so. */
export const mayTake = ({ options: { tasks, limit, given }, taken }: Loop, task: string): boolean =>
  given === undefined && (limit === null || taken.length < limit) && (tasks === null || tasks.includes(task));

/** Whether a loop without a next task misses some that it was to take: the queue can't be read, or they are gone from it. */
export function hasUnreachableTasks(state: State, loop: Loop): boolean {
  if (loop.options.given) return false;
  if (loop.options.limit !== null && loop.taken.length >= loop.options.limit) return false;
  if (loop.options.tasks === null) return state.queue.tasks.length === 0 && state.queue.problems.length > 0;
  return loop.options.tasks.some((id) => !loop.taken.includes(id));
}
