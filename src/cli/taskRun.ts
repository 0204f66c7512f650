import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Run } from '../core/loop/types.ts';
import type { State } from '../core/state.ts';
import { runOfTask, runsOf } from '../app/views/select.ts';

/** The newest run of a task, or why there is none to speak of. */
export function taskRun(state: State, task: string): Result<Run, Problem> {
  const run = runOfTask(state, task);
  if (run) return ok(run);
  const known = runsOf(state).map((one) => one.task.id);
  return err(
    known.length === 0
      ? problem('cli.noRuns', 'No task was started here yet. Start one: mam start.')
      : problem('cli.taskNotRun', '{task} was never started here. Started were: {known}.', {
          task,
          known: [...new Set(known)].join(', '),
        }),
  );
}
