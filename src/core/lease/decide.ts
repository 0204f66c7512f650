import { msBetween } from '../../base/clock.ts';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { isActive, isWorking } from '../loop/phases.ts';
import type { Run } from '../loop/types.ts';
import { jobsAtWorkOn } from '../delegation/holds.ts';
import type { State } from '../state.ts';
import { isKeptAlive } from './facts.ts';
import { heldBy } from './heldBy.ts';
import { shared } from './shared.ts';
import type { Lease } from './types.ts';
import { needsRecovery, recoverFirst, unknownLease } from './refusals.ts';

/** Claims the run's files, or says who holds one of them. A lease that isn't ours is never robbed. */
export function claimLease(
  state: State,
  run: Run,
  context: Pick<Context, 'at' | 'awakeMs' | 'id'>,
): Result<readonly DomainEvent[], Problem> {
  const rivals = rivalsOf(state, run);
  const broken = rivals.find((lease) => lease.task === run.task.id && lease.state === 'recovery-needed');
  if (broken) return err(needsRecovery(state, broken));
  const inTheWay = leaseInTheWay(state, run);
  if (inTheWay) return err(heldBy(state, inTheWay.lease, inTheWay.files));
  const [atWork] = jobsAtWorkOn(state, run.claims, run.options.contextPaths);
  if (atWork) return err(atWork);
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
  const before = rivals.filter((one) => isFree(state, one, run));
  return ok([
    ...before.map((one): DomainEvent => ({ type: 'leaseReleased', lease: one.id })),
    { type: 'leaseClaimed', lease },
  ]);
}

/** The lease that keeps a run from its own, and which of the run's files it holds; null where none does. */
export function leaseInTheWay(
  state: State,
  run: Run,
): { readonly lease: Lease; readonly files: readonly string[] } | null {
  for (const lease of rivalsOf(state, run)) {
    if (isFree(state, lease, run) || isApart(state, lease, run)) continue;
    const clashes = shared(lease.claims, run.claims, run.options.contextPaths);
    if (clashes.length > 0) return { lease, files: clashes.map((clash) => clash.b) };
  }
  return null;
}

const rivalsOf = (state: State, run: Run): readonly Lease[] =>
  Object.values(state.leases).filter((lease) => lease.run !== run.id);

const isFree = (state: State, lease: Lease, run: Run): boolean =>
  isForThisTask(lease, run) || isLeft(state, lease, run);

/**
 * A loop that begins in a checkout takes it over from one there whose run only waits: that one's gate closes when the
 * branch moves, and what it was about is in its commits.
 */
const isLeft = (state: State, lease: Lease, run: Run): boolean => {
  const other = lease.run === null ? undefined : state.runs[lease.run];
  const place = other?.options.source?.path;
  return (
    other !== undefined &&
    place !== undefined &&
    place === run.options.source?.path &&
    isActive(run) &&
    !isWorking(state, other) &&
    lease.borrower === null &&
    lease.state === 'active'
  );
};

/** Whoever works in a checkout that a person named writes on a branch of its own, which that person brings together with others. */
const isApart = (state: State, lease: Lease, run: Run): boolean => {
  const other = lease.run === null ? undefined : state.runs[lease.run];
  return (run.options.source ?? other?.options.source) !== undefined && lease.branch !== run.branch;
};

/** What a tick claimed for the task goes over to its run, unless somebody writes with it. */
const isForThisTask = (lease: Lease, run: Run): boolean =>
  lease.run === null && lease.task === run.task.id && lease.borrower === null && lease.state === 'active';

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
