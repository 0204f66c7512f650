import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';

/** Every request to ship, after an event. */
export function evolveShips(ships: State['ships'], event: DomainEvent): State['ships'] {
  switch (event.type) {
    case 'shipRequested':
      return { ...ships, [event.ship.id]: event.ship };
    case 'shipEnded': {
      const ship = ships[event.ship];
      const { outcome, exitCode, tail, problem } = event;
      return ship ? { ...ships, [ship.id]: { ...ship, outcome, exitCode, tail, problem } } : ships;
    }
    case 'shipAnswered': {
      const ship = ships[event.ship];
      return ship ? { ...ships, [ship.id]: { ...ship, outcome: event.outcome } } : ships;
    }
    default:
      return ships;
  }
}
