import { laterThan } from '../../base/clock.ts';
import type { Lease } from '../../core/lease/types.ts';
import type { State } from '../../core/state.ts';
import { ledgerJson } from './json.ts';
import type { Projection } from './projection.ts';

/** The time to live of a lease whose run is not known any more, in milliseconds. */
const usualTtl = 30 * 60_000;

/** When a lease would lapse if nobody renewed it and the machine stayed awake. */
export const leaseExpiry = (state: State, lease: Lease): string =>
  laterThan(lease.renewedAt ?? lease.claimedAt, state.runs[lease.run]?.options.leaseTtlMs ?? usualTtl);

/** `T-2026-0001-feature-…-implementer`: lower case, one dash between words, at most 60 characters. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '') || 'agent-loop-task';

const leaseEntry = (state: State, lease: Lease): Readonly<Record<string, unknown>> => {
  const run = state.runs[lease.run];
  const job = run?.jobs.find((one) => one.access === 'write' && one.ended === undefined);
  return {
    lease_id: slug(`${lease.task}-${run?.branch ?? ''}-implementer`),
    status: lease.state,
    lease_type: 'write',
    active_agent: job?.agent ?? null,
    active_agent_since: job?.dispatchedAt,
    task_id: lease.task,
    issue: null,
    branch: run?.branch ?? 'unknown',
    worktree: state.worktrees[job?.worktree ?? '']?.path ?? '.',
    claimed_files: lease.claims,
    owner_session: lease.session,
    owner_role: run?.options.topology.roles.find((role) => role.session === lease.session)?.name ?? 'Implementer',
    expires_at: leaseExpiry(state, lease),
    recovery_command: 'mam resume',
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
