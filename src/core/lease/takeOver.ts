import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { branchOf, leaseName } from './facts.ts';
import { recoverFirst, unknownLease } from './refusals.ts';
import type { Lease } from './types.ts';

/** Announces that a person takes the lease over. Whoever writes with it learns of it, and has the grace to give it back. */
export function takeOverLease(
  state: State,
  { lease: id, graceMs }: Extract<Command, { type: 'takeOverLease' }>,
  context: Context,
): Result<readonly DomainEvent[], Problem> {
  const lease = state.leases[id];
  if (!lease) return unknownLease(id);
  const name = leaseName(state, lease);
  if (lease.person !== undefined)
    return err(
      problem('lease.ofPerson', 'The lease {lease} is in the hands of {by} already.', {
        lease: name,
        by: lease.person,
      }),
    );
  if (lease.state === 'recovery-needed') return err(recoverFirst(state, lease));
  if (lease.takeover)
    return err(
      problem('lease.takeoverPending', '{by} announced to take over the lease {lease} at {at}. Wait for the holder.', {
        by: lease.takeover.by,
        lease: name,
        at: lease.takeover.at,
      }),
    );
  const takeover = { by: context.actor.id, at: context.at, effectiveAwake: context.awakeMs + graceMs };
  return ok([{ type: 'takeoverAnnounced', lease: id, takeover }]);
}

/**
 * Carries an announced takeover out once nobody has the lease in hand, or the grace is over. The files go to the person
 * under a new epoch, so that whatever the old holder still writes is refused.
 */
export function completeTakeover(
  state: State,
  lease: Lease,
  context: Pick<Context, 'at' | 'awakeMs' | 'id'>,
): readonly DomainEvent[] {
  const { takeover } = lease;
  if (!takeover || (lease.borrower !== null && context.awakeMs < takeover.effectiveAwake)) return [];
  const to: Lease = {
    id: context.id(),
    run: null,
    task: null,
    issue: lease.issue,
    branch: branchOf(state, lease),
    worktree: '.',
    session: 'person',
    agent: '',
    claims: lease.claims,
    epoch: state.epoch + 1,
    claimedAt: context.at,
    ttlMs: lease.ttlMs,
    expiresAwake: context.awakeMs + lease.ttlMs,
    state: 'active',
    borrower: null,
    person: takeover.by,
  };
  return [{ type: 'leaseTakenOver', lease: lease.id, to }];
}
