import { leaseExpiry } from '../../app/projections/leases.ts';
import { branchOf, holderOf, leaseName } from '../../core/lease/facts.ts';
import { recoverySteps } from '../../core/lease/recover.ts';
import type { Lease } from '../../core/lease/types.ts';
import type { State } from '../../core/state.ts';

/** A lease for programs. The token of a borrower stays out, hashed as it is. */
export const leaseData = (state: State, lease: Lease) => ({
  id: leaseName(state, lease),
  holder: holderOf(state, lease),
  task: lease.task,
  issue: lease.issue,
  branch: branchOf(state, lease),
  worktree: lease.worktree,
  session: lease.session,
  files: lease.claims,
  state: lease.state,
  reason: lease.reason ?? null,
  steps: lease.state === 'recovery-needed' ? recoverySteps[lease.reason ?? 'inspection-failed'] : [],
  borrower: lease.borrower && { agent: lease.borrower.agent, since: lease.borrower.since },
  takeover: lease.takeover ? { by: lease.takeover.by, at: lease.takeover.at } : null,
  epoch: lease.epoch,
  claimedAt: lease.claimedAt,
  expiresAt: leaseExpiry(lease),
});
