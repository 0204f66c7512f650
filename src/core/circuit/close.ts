import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';

/** Whoever starts the work of a queue, or goes on with it, has seen how its agents did: each is tried anew. */
export const closeCircuits = ({ circuits }: Pick<State, 'circuits'>): readonly DomainEvent[] =>
  Object.keys(circuits).map((agent) => ({ type: 'circuitClosed', agent }));

/** Whether some agent gets no job now. */
export const isAnyOpen = ({ circuits }: Pick<State, 'circuits'>): boolean =>
  Object.values(circuits).some(({ open }) => open !== null);
