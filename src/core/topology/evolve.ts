import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { Role } from './types.ts';

/** The present topology after an event, and the seats of earlier ones that it does not have. */
export function evolveTopology(state: State, event: DomainEvent): Pick<State, 'topology' | 'retired'> {
  const next =
    event.type === 'loopStarted' ? event.options.topology : event.type === 'topologySet' ? event.topology : null;
  if (next === null) return { topology: state.topology, retired: state.retired };
  const before = [...Object.values(state.retired), ...(state.topology?.roles ?? [])];
  const gone = before.filter((role) => !next.roles.some((one) => one.session === role.session));
  return {
    topology: next,
    retired: Object.fromEntries(gone.map((role): [string, Role] => [role.session, role])),
  };
}
