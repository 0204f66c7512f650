import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { leaseName, runOfLease } from './facts.ts';
import { unknownLease } from './refusals.ts';
import type { Lease } from './types.ts';

type Decision = Result<readonly DomainEvent[], Problem>;

/** Lends the right to write to one borrower at a time. The same borrower may ask again; the same agent with another token may not. */
export function borrowLease(
  state: State,
  { lease: id, agent, token, allowRecovery }: Extract<Command, { type: 'borrowLease' }>,
  context: Context,
): Decision {
  const lease =
    id === null ? Object.values(state.leases).find((one) => one.state === 'active' || allowRecovery) : state.leases[id];
  if (!lease)
    return id === null ? err(problem('lease.none', 'No lease is held here that could be lent.')) : unknownLease(id);
  if (lease.state === 'recovery-needed' && !allowRecovery)
    return err(
      problem('lease.broken', 'The lease {lease} needs recovery before it can be lent.', {
        lease: leaseName(state, lease),
      }),
    );
  const { borrower, takeover } = lease;
  if (borrower !== null && (borrower.agent !== agent || borrower.token !== token)) return err(lentTo(state, lease));
  if (takeover)
    return err(
      problem('lease.leaving', '{by} is taking over the lease {lease}, so it is lent to nobody now.', {
        by: takeover.by,
        lease: leaseName(state, lease),
      }),
    );
  if (borrower !== null) return ok([]);
  return ok([{ type: 'leaseBorrowed', lease: lease.id, borrower: { agent, token, since: context.at } }]);
}

/** Takes a lent lease back from who shows the token; a person's own lease is given up. A free one is free already. */
export function returnLease(
  state: State,
  { lease: id, token }: Extract<Command, { type: 'returnLease' }>,
  context: Context,
): Decision {
  const lease = state.leases[id];
  if (!lease) return unknownLease(id);
  if (lease.borrower === null)
    return ok(
      lease.person !== undefined && context.actor.kind === 'person' ? [{ type: 'leaseReleased', lease: id }] : [],
    );
  if (lease.borrower.token !== token) return err(lentTo(state, lease));
  return ok([{ type: 'leaseReturned', lease: id }]);
}

/** Whom to wait for while a lease is lent. */
export const lentTo = (state: State, lease: Lease): Problem =>
  problem('lease.lent', 'The lease {lease} is lent to {agent} since {since}. Wait until it is given back.', {
    lease: leaseName(state, lease),
    agent: lease.borrower?.agent ?? '',
    since: lease.borrower?.since ?? '',
  });

/** Whether somebody has the lease in hand who is none of its run's own jobs: then it is not given up before they return it. */
export const isLentOut = (state: State, lease: Lease): boolean => {
  const { borrower } = lease;
  return borrower !== null && runOfLease(state, lease)?.jobs.some((job) => job.id === borrower.token) !== true;
};

const writerOf = (run: Run) => run.jobs.find((job) => job.access === 'write' && job.ended === undefined);

/** Keeps the loop's own borrowing true: its writer has the lease from its dispatch to its end, however that comes. */
export function followWriter(state: State, lease: Lease): readonly DomainEvent[] {
  const run = runOfLease(state, lease);
  if (!run) return [];
  const writer = writerOf(run);
  const { borrower } = lease;
  if (borrower === null)
    return writer
      ? [
          {
            type: 'leaseBorrowed',
            lease: lease.id,
            borrower: { agent: writer.agent, token: writer.id, since: writer.dispatchedAt },
          },
        ]
      : [];
  const isOver = run.jobs.some((job) => job.id === borrower.token && job.ended !== undefined);
  return isOver ? [{ type: 'leaseReturned', lease: lease.id }] : [];
}
