import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import type { State } from '../../core/state.ts';

/** The job with an id, or the only one whose id begins so. */
export function findJob({ delegations }: Pick<State, 'delegations'>, meant: string): Result<DelegatedJob, Problem> {
  const own = Object.hasOwn(delegations, meant) ? delegations[meant] : undefined;
  if (own) return ok(own);
  const near = meant.length < 4 ? [] : Object.values(delegations).filter(({ id }) => id.startsWith(meant));
  const [only] = near;
  if (only && near.length === 1) return ok(only);
  return err(
    problem('job.unknown', 'There is no job {job}. `mam job list` lists those that there are.', { job: meant }),
  );
}
