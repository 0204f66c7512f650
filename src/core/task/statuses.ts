import { problem, type Problem } from '../../base/problem.ts';
import type { Task } from './types.ts';

/** Statuses that the loop understands; others are kept and reported. */
export const taskStatuses = [
  'backlog',
  'ready',
  'todo',
  'running',
  'in_progress',
  'blocked',
  'review',
  'done',
] as const;

/** Why a task is not started even when a person names it: nobody knows what an unknown status stands for. Null for none. */
export function whyNotStarted({ id: task, status }: Pick<Task, 'id' | 'status'>, file: string): Problem | null {
  if (status === 'done')
    return problem('task.done', '{task} is marked done in {file}. Set its Status to ready to have it done again.', {
      task,
      file,
    });
  if (taskStatuses.some((known) => known === status)) return null;
  return problem(
    'task.unknownStatus',
    '{task} has the status "{status}" in {file}, which is none that is known. Set it to ready, then start it.',
    { task, status, file },
  );
}
