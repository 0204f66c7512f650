import type { State } from '../state.ts';
import type { Task } from './types.ts';

/** A task that a person wrote for one loop, and that no queue holds. */
export type GivenTask = Pick<Task, 'title' | 'body' | 'checks'>;

/** No queue numbers its tasks in the year 0, so that every file and name that holds a task's id can hold this one. */
const year = 'T-0000-';

/** The task with the next free id. */
export function nameGiven({ loops }: Pick<State, 'loops'>, given: GivenTask, claims: readonly string[]): Task {
  const numbers = Object.values(loops).flatMap(({ options }) =>
    options.given ? [Number(options.given.id.slice(year.length))] : [],
  );
  const next = Math.max(0, ...numbers) + 1;
  return { ...given, id: `${year}${String(next).padStart(4, '0')}`, status: 'ready', priority: 0, claims, line: 0 };
}
