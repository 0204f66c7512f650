import { problem, type Problem } from '../../base/problem.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import type { Task } from './types.ts';

/** What of an entry its work goes by. */
const parts: readonly (readonly [name: string, of: (task: Task) => unknown])[] = [
  ['title', ({ title }) => title],
  ['text', ({ body }) => body],
  ['claims', ({ claims }) => claims],
  ['checks', ({ checks, proofs = [] }) => [checks, proofs]],
];

/**
 * What became of the queue's entry since a run began with it; null where it says the same, or nobody knows. The run keeps
 * what it began with: neither work nor a decision is about words that nobody worked from.
 */
export function entryNow({ queue }: Pick<State, 'queue'>, { task, phase, options }: Run): Problem | null {
  if (phase === 'ended' || options.given || (queue.tasks.length === 0 && queue.problems.length > 0)) return null;
  const entry = queue.tasks.find(({ id }) => id === task.id);
  if (!entry)
    return problem(
      'task.entryGone',
      '{task} is no longer in the queue. What is done for it goes by the entry that it began with, and is kept; give it up with mam abandon {task} where nobody wants it.',
      { task: task.id },
    );
  const changed = parts.filter(([, of]) => !sameValue(of(entry), of(task))).map(([name]) => name);
  return changed.length === 0
    ? null
    : problem(
        'task.entryChanged',
        '{task} was changed in the queue since its work began: {what}. The work goes by what it began with; return it with what is new, or give it up and start it again.',
        { task: task.id, what: changed.join(', ') },
      );
}
