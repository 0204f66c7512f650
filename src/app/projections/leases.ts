import { commandLine } from '../../base/shellWord.ts';
import { laterThan } from '../../base/clock.ts';
import { branchOf, leaseName, runOfLease } from '../../core/lease/facts.ts';
import type { Lease } from '../../core/lease/types.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import { ledgerJson } from './json.ts';
import type { Projection } from './projection.ts';

/** When a lease would lapse if nobody renewed it and the machine stayed awake. */
export const leaseExpiry = (lease: Lease): string => laterThan(lease.renewedAt ?? lease.claimedAt, lease.ttlMs);

/** Where a person goes on with it. */
const nextCommand = (lease: Lease, name: string): string => {
  if (lease.state === 'recovery-needed') return commandLine(['mam', 'lease', 'recover', name]);
  return lease.run === null ? commandLine(['mam', 'lease', 'renew', name]) : 'mam resume';
};

const roleOf = (run: Run | undefined, lease: Lease): string => {
  if (lease.person !== undefined) return 'Person';
  return run?.options.topology.roles.find((role) => role.session === lease.session)?.name ?? 'Implementer';
};

const leaseEntry = (state: State, lease: Lease): Readonly<Record<string, unknown>> => {
  const run = runOfLease(state, lease);
  const job = run?.jobs.find((one) => one.id === lease.borrower?.token);
  const worktree = state.worktrees[job?.worktree ?? '']?.path ?? lease.worktree;
  const name = leaseName(state, lease);
  return {
    lease_id: name,
    status: lease.state,
    lease_type: 'write',
    active_agent: lease.borrower?.agent ?? null,
    active_agent_since: lease.borrower?.since,
    task_id: lease.task,
    issue: lease.issue,
    branch: branchOf(state, lease) || 'unknown',
    worktree,
    claimed_files: lease.claims,
    owner_session: lease.session,
    owner_role: roleOf(run, lease),
    expires_at: leaseExpiry(lease),
    recovery_command: nextCommand(lease, name),
    inspection: lease.reason === undefined ? undefined : { state: lease.reason, worktree },
    recovery_reason: lease.reason,
  };
};

export const leases = (state: State): Projection => ({
  path: 'leases.json',
  reads: [state.leases, state.runs, state.worktrees],
  render: (stamp) =>
    ledgerJson(
      { schema_version: 1, leases: Object.values(state.leases).map((lease) => leaseEntry(state, lease)) },
      stamp,
    ),
});
