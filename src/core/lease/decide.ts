import { msBetween } from '../../base/clock.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { isKeptAlive } from './facts.ts';
import { claimRefusal, isFree, rivalsOf } from './inTheWay.ts';
import type { Lease } from './types.ts';
import { recoverFirst, unknownLease } from './refusals.ts';

/** Claims the run's files, or says who holds one of them. A lease that isn't ours is never robbed. */
export function claimLease(
  state: State,
  run: Run,
  context: Pick<Context, 'at' | 'awakeMs' | 'id'>,
): Result<readonly DomainEvent[], Problem> {
  const refused = claimRefusal(state, run.options.contextPaths)(run);
  if (refused) return err(refused.why);
  const writer = run.options.topology.roles.find((role) => role.authority === 'write');
  const session = writer?.session ?? 'implementer';
  const lease: Lease = {
    id: context.id(),
    run: run.id,
    task: run.task.id,
    issue: null,
    branch: run.branch,
    worktree: '.',
    session,
    agent: run.options.agents[session] ?? '',
    claims: run.claims,
    epoch: state.epoch + 1,
    claimedAt: context.at,
    ttlMs: run.options.leaseTtlMs,
    expiresAwake: context.awakeMs + run.options.leaseTtlMs,
    state: 'active',
    borrower: null,
  };
  const before = rivalsOf(state, run).filter((one) => isFree(state, one, run));
  return ok([
    ...before.map((one): DomainEvent => ({ type: 'leaseReleased', lease: one.id })),
    { type: 'leaseClaimed', lease },
  ]);
}

/**
 * Prolongs the leases of runs that the owner still works on; a lease whose run is parked for a person is kept too. After
 * a sleep the awake time says that there is time yet, but a renewal is also the sign that the run's seats are alive.
 */
export function renewLeases(state: State, awakeMs: number, at: string): readonly DomainEvent[] {
  const isDue = (lease: Lease): boolean =>
    lease.expiresAwake - awakeMs < lease.ttlMs / 2 ||
    msBetween(lease.renewedAt ?? lease.claimedAt, at) > lease.ttlMs / 2;
  const due = Object.values(state.leases).filter((lease) => isKeptAlive(state, lease) && isDue(lease));
  if (due.length === 0) return [];
  const expiresAwake = Object.fromEntries(due.map((lease) => [lease.id, awakeMs + lease.ttlMs]));
  return [{ type: 'leasesRenewed', expiresAwake }];
}

/** Prolongs one lease because somebody says that it is still needed. */
export function renewLease(
  state: State,
  id: string,
  context: Pick<Context, 'awakeMs'>,
): Result<readonly DomainEvent[], Problem> {
  const lease = state.leases[id];
  if (!lease) return unknownLease(id);
  if (lease.state === 'recovery-needed') return err(recoverFirst(state, lease));
  return ok([{ type: 'leasesRenewed', expiresAwake: { [id]: context.awakeMs + lease.ttlMs } }]);
}
