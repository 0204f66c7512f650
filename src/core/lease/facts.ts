import { slug } from '../branch/slug.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import type { Lease } from './types.ts';

/** The run that a lease serves, as long as it is known. */
export const runOfLease = (state: State, lease: Lease): Run | undefined =>
  lease.run === null ? undefined : state.runs[lease.run];

/** The branch that its work goes to: a run may have moved to another one since it claimed. */
export const branchOf = (state: State, lease: Lease): string => runOfLease(state, lease)?.branch ?? lease.branch;

/** What people call the holder by. */
export const holderOf = (state: State, lease: Lease): string =>
  lease.task ?? lease.person ?? (branchOf(state, lease) || lease.session);

/** The name that the ledger and the commands know a lease by. */
export const leaseName = (state: State, lease: Lease): string =>
  scopeName({ task: lease.task, issue: lease.issue, branch: branchOf(state, lease) });

/** The same of a lease that is not held here. */
export const scopeName = ({ task, issue, branch }: Pick<Lease, 'task' | 'issue' | 'branch'>): string =>
  slug([task, issue, branch, 'implementer'].filter((part) => part !== null && part !== '').join('-'));

/** Whether its holder still works by all that is known, so that it is renewed however long that takes. */
export const isKeptAlive = (state: State, lease: Lease): boolean => {
  const run = runOfLease(state, lease);
  return run !== undefined && run.phase !== 'ended';
};

/** Whether its time is up and nobody is there who would renew it. */
export const isOverdue = (state: State, lease: Lease, awakeMs: number): boolean =>
  lease.expiresAwake < awakeMs && !isKeptAlive(state, lease);
