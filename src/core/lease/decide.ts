import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DomainEvent } from '../event.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { overlap } from './claims.ts';
import type { Lease } from './types.ts';

/** Claims the run's files, or says who holds one of them. A lease that isn't ours is never robbed. */
export function claimLease(
  state: State,
  run: Run,
  context: { readonly at: string; readonly awakeMs: number; readonly id: string },
): Result<DomainEvent, Problem> {
  for (const lease of Object.values(state.leases)) {
    if (lease.run === run.id) continue;
    const clash = overlap(lease.claims, run.claims);
    if (!clash) continue;
    return err(
      problem(
        'lease.held',
        "Can't start {task}: {file} is leased for {holder} by {session}. Wait until it is released, or choose another task.",
        {
          task: run.task.id,
          file: clash.b,
          holder: lease.task,
          session: lease.session,
        },
      ),
    );
  }
  const writer = run.options.topology.roles.find((role) => role.authority === 'write');
  const session = writer?.session ?? 'implementer';
  const lease: Lease = {
    id: context.id,
    run: run.id,
    task: run.task.id,
    session,
    agent: run.options.agents[session] ?? '',
    claims: run.claims,
    epoch: state.epoch + 1,
    claimedAt: context.at,
    expiresAwake: context.awakeMs + run.options.leaseTtlMs,
    state: 'active',
  };
  return ok({ type: 'leaseClaimed', lease });
}

/** Prolongs the leases of runs that the owner still works on; a lease whose run is parked for a person is kept too. */
export function renewLeases(state: State, awakeMs: number): readonly DomainEvent[] {
  const due: Record<string, number> = {};
  for (const lease of Object.values(state.leases)) {
    const run = state.runs[lease.run];
    if (run && run.phase !== 'ended' && lease.expiresAwake - awakeMs < run.options.leaseTtlMs / 2)
      due[lease.id] = awakeMs + run.options.leaseTtlMs;
  }
  return Object.keys(due).length > 0 ? [{ type: 'leasesRenewed', expiresAwake: due }] : [];
}
