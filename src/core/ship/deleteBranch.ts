import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DomainEvent } from '../event.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { isShipped, openShipProblem } from './shipsOf.ts';

const refOf = (run: Run): string => `refs/heads/${run.branch}`;

/** Whether a run's work has left its branch: it is on the base, or was shipped at exactly this head. */
const hasArrived = (state: State, run: Run): boolean => run.decision?.merged === true || isShipped(state.ships, run);

/** Whether the branch of a run serves nothing any more and is still there, as far as was looked. */
export const canDeleteBranch = (state: State, run: Run): boolean =>
  run.change !== null && hasArrived(state, run) && state.refs[refOf(run)] !== 'gone';

/** Asks to delete the integration branch of a run whose work has arrived. Whoever builds on it is looked for before it goes. */
export function deleteBranch(state: State, id: string): Result<readonly DomainEvent[], Problem> {
  const run = state.runs[id];
  if (!run)
    return err(problem('run.unknown', 'There is no run {run}. It may belong to another repository.', { run: id }));
  const { branch, change, base } = run;
  if (!change || !base || !hasArrived(state, run))
    return err(
      problem('branch.notArrived', "Can't delete {branch}: {task} is neither merged nor shipped.", {
        branch,
        task: run.task.id,
      }),
    );
  const shipping = openShipProblem(state, run.task.id);
  if (shipping) return err(shipping);
  if (!canDeleteBranch(state, run)) return err(problem('branch.deleted', '{branch} is deleted already.', { branch }));
  const effect = {
    kind: 'deleteBranch',
    id: `${id}/delete-branch`,
    run: id,
    branch,
    head: change.head,
    baseRef: base.ref,
  } as const;
  return ok(state.effects[effect.id] ? [] : [{ type: 'effectRequested', effect }]);
}
