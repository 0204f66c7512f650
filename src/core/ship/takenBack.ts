import { problem, type Problem } from '../../base/problem.ts';
import { gateFacts } from '../gate/facts.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';

/** That a required seat took its pass back after a person had decided, or null. The gate of a decided run is not judged again. */
export function takenBack(state: State, run: Run): Problem | null {
  for (const { name, session } of gateFacts(state, run).required) {
    const lowered = run.lowered[session];
    if (lowered)
      return problem(
        'ship.takenBack',
        '{role} took its pass of {task} back: it reported “{status}” afterwards. Return the task, so that it is done and reviewed once more.',
        { role: name, task: run.task.id, status: lowered.status },
      );
  }
  return null;
}
