import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';

/** The newest tick of each task, the newest of all last. */
export function evolveTicks(ticks: State['ticks'], event: DomainEvent): State['ticks'] {
  if (event.type === 'shipEnded' || event.type === 'shipAnswered') {
    const decision = event.outcome === 'shipped' ? 'executed' : 'ship-failed';
    return ticks.map((tick) => (`${tick.id}/ship` === event.ship ? { ...tick, decision } : tick));
  }
  if (event.type !== 'ticked') return ticks;
  return [...ticks.filter((one) => one.task !== event.tick.task), event.tick];
}
