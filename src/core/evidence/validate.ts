import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DomainEvent } from '../event.ts';
import type { Run } from '../loop/types.ts';
import { worktreePath } from '../loop/names.ts';
import type { State } from '../state.ts';
import { isAllowed } from './checks.ts';
import type { Check } from './types.ts';

/** The checks of a run that may run without asking. */
export const runnableChecks = (state: State, run: Run): readonly Check[] =>
  run.checks.filter((check) => isAllowed(check, [...run.options.allowedChecks, ...state.allowedChecks]));

/** Asks to run a task's checks once more, on the exact commit and in a checkout of its own. What fails closes the gate. */
export function validateRun(state: State, id: string): Result<readonly DomainEvent[], Problem> {
  const run = state.runs[id];
  const checks = run ? runnableChecks(state, run) : [];
  if (!run?.change || checks.length === 0)
    return err(problem('evidence.nothingToRun', 'There is nothing to validate: no commit, or no check that may run.'));
  const effect = {
    kind: 'validate',
    id: `${id}/validate`,
    run: id,
    path: worktreePath(run, `${run.task.id}-${id}-validate`),
    head: run.change.head,
    checks,
  } as const;
  return ok(state.effects[effect.id] ? [] : [{ type: 'effectRequested', effect }]);
}
