import { problem, type Problem } from '../../base/problem.ts';
import { unknownTask } from '../../core/ship/reasons.ts';
import { recommendedTasks } from '../../core/task/select.ts';
import type { State } from '../../core/state.ts';
import type { Task } from '../../core/task/types.ts';

export interface ChosenTask {
  readonly task: Task | null;
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** The task that work starts on: the one that was named, else the best of the queue, but none for files that somebody named. */
export function chooseTask(state: State, wanted: string | null, hasFiles: boolean): ChosenTask {
  const [unread] = state.queue.tasks.length === 0 ? state.queue.problems : [];
  if (unread) return { task: null, blockers: [unread], warnings: [] };
  if (wanted !== null) {
    const task = state.queue.tasks.find((one) => one.id === wanted) ?? null;
    return { task, blockers: task === null ? [unknownTask(wanted)] : [], warnings: [] };
  }
  if (hasFiles)
    return {
      task: null,
      blockers: [],
      warnings: [
        problem(
          'start.noSelection',
          'Changed files were named and no task, so none was chosen. Name one with --task to have the work belong to it.',
        ),
      ],
    };
  const task = recommendedTasks(state)[0] ?? null;
  return { task, blockers: [], warnings: task === null ? [nothingToDo()] : [] };
}

const nothingToDo = (): Problem =>
  problem('start.noTask', 'The queue has no task that is ready. Set one to ready, or name one with --task.');
