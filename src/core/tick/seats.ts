import { problem, type Problem } from '../../base/problem.ts';
import type { DomainEvent } from '../event.ts';
import { rebuildSessions } from '../session/rebuild.ts';
import type { State } from '../state.ts';
import { setTopology } from '../topology/decide.ts';
import type { TickFacts } from './types.ts';

/** The registry gets the seats of the tick's topology; those of a loop that runs are at work and stay. */
export function seatsFor(
  state: State,
  { topology }: TickFacts,
  at: string,
): { readonly state: State; readonly events: readonly DomainEvent[]; readonly warnings: readonly Problem[] } {
  const running = Object.values(state.loops).find((loop) => loop.state !== 'ended')?.options.topology.id;
  if (running !== undefined && running !== topology.id)
    return {
      state,
      events: [],
      warnings: [
        problem(
          'tick.topologyKept',
          'A loop runs with {running}, so its seats stay. Stop it first to tick with {topology}.',
          {
            running,
            topology: topology.id,
          },
        ),
      ],
    };
  const sessions = rebuildSessions(state.sessions, topology, at);
  return { state: { ...state, sessions }, events: setTopology(state, topology, at), warnings: [] };
}
