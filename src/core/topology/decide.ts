import { sameValue } from '../../base/sameValue.ts';
import type { DomainEvent } from '../event.ts';
import { rebuildSessions } from '../session/rebuild.ts';
import type { State } from '../state.ts';
import type { Topology } from './types.ts';

/** What makes the registry show exactly the seats of a topology; nothing when it does already. */
export function setTopology(state: State, topology: Topology, at: string): readonly DomainEvent[] {
  const same = state.topology !== null && sameValue(state.topology, topology);
  const seats = rebuildSessions(state.sessions, topology, at);
  return same && sameValue(seats, state.sessions) ? [] : [{ type: 'topologySet', topology }];
}
