import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { Lease } from './types.ts';

type Leases = Pick<State, 'leases' | 'epoch'>;

/** The leases after an event. */
export function evolveLeases(state: State, event: DomainEvent): Leases {
  const { leases, epoch } = state;
  const set = (id: string, change: (lease: Lease) => Lease): Leases => {
    const lease = leases[id];
    return { leases: lease ? { ...leases, [id]: change(lease) } : leases, epoch };
  };
  switch (event.type) {
    case 'leaseClaimed':
      return { leases: { ...leases, [event.lease.id]: event.lease }, epoch: Math.max(epoch, event.lease.epoch) };
    case 'leaseReleased':
    case 'leaseExpired':
    case 'leaseRecovered':
      return { leases: without(leases, event.lease), epoch };
    case 'leasesRenewed':
      return {
        leases: Object.fromEntries(
          Object.entries(leases).map(([id, lease]) => [
            id,
            id in event.expiresAwake
              ? { ...lease, expiresAwake: event.expiresAwake[id] ?? lease.expiresAwake, renewedAt: state.updatedAt }
              : lease,
          ]),
        ),
        epoch,
      };
    case 'leaseStranded':
      return set(event.lease, (lease) => ({ ...lease, state: 'recovery-needed', reason: event.reason }));
    case 'leaseBorrowed':
      return set(event.lease, (lease) => ({ ...lease, borrower: event.borrower }));
    case 'leaseReturned':
      return set(event.lease, (lease) => ({ ...lease, borrower: null }));
    case 'takeoverAnnounced':
      return set(event.lease, (lease) => ({ ...lease, takeover: event.takeover }));
    case 'leaseTakenOver':
      return {
        leases: { ...without(leases, event.lease), [event.to.id]: event.to },
        epoch: Math.max(epoch, event.to.epoch),
      };
    default:
      return { leases, epoch };
  }
}

function without(leases: State['leases'], id: string): State['leases'] {
  const { [id]: _, ...rest } = leases;
  return rest;
}
