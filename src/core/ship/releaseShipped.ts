import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';

/** What a tick claimed to ship a task is given back once that has arrived; what somebody writes with or took over stays. */
export const releaseShipped = (state: State, run: string): readonly DomainEvent[] =>
  Object.values(state.leases)
    .filter(
      (lease) =>
        lease.run === null &&
        lease.task !== null &&
        lease.task === state.runs[run]?.task.id &&
        lease.borrower === null &&
        lease.person === undefined &&
        lease.state === 'active',
    )
    .map((lease) => ({ type: 'leaseReleased', lease: lease.id }));
