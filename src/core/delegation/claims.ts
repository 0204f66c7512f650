import type { Problem } from '../../base/problem.ts';
import { heldBy } from '../lease/heldBy.ts';
import { contested, usualContext } from '../lease/shared.ts';
import type { State } from '../state.ts';
import { jobsAtWorkOn } from './holds.ts';
import type { JobOrder } from './types.ts';

/**
 * Who else may write a file that a job claims: the holder of a lease, or another session's job that is under way; null
 * where nobody does. What a tick or a person claimed for the job's own task is there for it, unless it is lent.
 */
export function claimedBy(
  state: State,
  job: Pick<JobOrder, 'id' | 'session' | 'claims' | 'task' | 'contextPaths'>,
): Problem | null {
  if (job.claims.length === 0) return null;
  const context = job.contextPaths ?? usualContext;
  for (const lease of Object.values(state.leases)) {
    const isItsOwn = lease.run === null && lease.task !== null && lease.task === job.task && lease.borrower === null;
    const files = isItsOwn ? [] : contested(lease.claims, job.claims, context);
    if (files.length > 0) return heldBy(state, lease, files);
  }
  return jobsAtWorkOn(state, job.claims, context, (one) => one.session === job.session)[0] ?? null;
}
