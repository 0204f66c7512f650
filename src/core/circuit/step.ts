import { backOffMs } from '../autoLoop/backOff.ts';
import type { Now } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';

/** What follows for agents from how their lanes ended: too many failures in a row leave one alone, and anything that it hands in ends that. */
export function stepCircuits(state: State, { awakeMs }: Pick<Now, 'awakeMs'>): readonly DomainEvent[] {
  for (const [agent, { failures, why, open, openings }] of Object.entries(state.circuits)) {
    if (open !== null && failures === 0) return [{ type: 'circuitClosed', agent }];
    const terms = termsOf(state);
    if (open === null && terms && failures >= terms.failures) {
      const untilAwake = awakeMs + backOffMs(terms.backOffMs, openings + 1);
      return [{ type: 'circuitOpened', agent, failures, why, untilAwake }];
    }
  }
  return [];
}

/** Those of the loop that works on the queue; without one nobody is left alone. */
const termsOf = ({ loops }: State) =>
  Object.values(loops).findLast(({ state, options }) => state !== 'ended' && options.guards?.breaker)?.options.guards
    ?.breaker;
