import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Run } from '../core/loop/types.ts';
import type { State } from '../core/state.ts';
import { newestRunOf, newestFirst } from '../core/loop/newestRun.ts';

/** The newest run of a task, or why there is none to speak of. */
export function taskRun(state: State, task: string): Result<Run, Problem> {
  const run = newestRunOf(state, task);
  if (run) return ok(run);
  const known = newestFirst(state).map((one) => one.task.id);
  return err(
    known.length === 0
      ? problem('cli.noRuns', 'No task was started here yet. Start one: mam start.')
      : problem('cli.taskNotRun', '{task} was never started here. Started were: {known}.', {
          task,
          known: [...new Set(known)].join(', '),
        }),
  );
}
