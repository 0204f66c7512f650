import { problem, type Problem } from '../../base/problem.ts';
import type { State } from '../state.ts';
import type { Task } from './types.ts';

/**
 * What a task still waits for. A dependency is met when the queue says that it is done, when another tool had done it, or
 * when its work was approved and has arrived: before that a new worktree would not hold it. One that nobody knows is never met.
 */
export const unmetBy = (
  state: Pick<State, 'queue' | 'runs' | 'openRuns' | 'imports'>,
): ((task: Task) => readonly string[]) => {
  const done = new Set([
    ...state.queue.tasks.filter(({ status }) => status === 'done').map(({ id }) => id),
    ...state.imports.flatMap(({ completed }) => completed),
    ...Object.values(state.runs).flatMap((run) =>
      run.decision?.kind === 'approved' && !(run.id in state.openRuns) ? [run.task.id] : [],
    ),
  ]);
  return ({ dependsOn = [] }) => dependsOn.filter((id) => !done.has(id));
};

/** Why a task can't be started yet; null when it waits for nothing. */
export function whyWaiting(state: State, task: Task): Problem | null {
  const missing = unmetBy(state)(task);
  return missing.length === 0 ? null : waitsFor(task.id, missing);
}

export const waitsFor = (task: string, others: readonly string[]): Problem =>
  problem(
    'task.waits',
    '{task} depends on {others}, which is not done yet. Have that done and merged first, or remove it from Depends on.',
    { task, others: others.join(', ') },
  );
