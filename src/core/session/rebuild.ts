import type { State } from '../state.ts';
import type { Role, Topology } from '../topology/types.ts';
import type { RoleSession } from './types.ts';

/** A seat of which nothing is known yet. */
export const newSeat = (role: Pick<Role, 'session' | 'name' | 'authority'>, at: string): RoleSession => ({
  session: role.session,
  role: role.name,
  status: role.authority === 'ledger' ? 'running' : 'idle',
  task: null,
  agent: null,
  lastBeat: at,
  claimed: null,
  lanes: {},
  ttlMs: null,
});

/** The seats of a topology, in its order: others disappear, missing ones appear, and what was known of the rest stays. */
export const rebuildSessions = (sessions: State['sessions'], topology: Topology, at: string): State['sessions'] =>
  Object.fromEntries(
    topology.roles.map((role): [string, RoleSession] => {
      const known = Object.hasOwn(sessions, role.session) ? sessions[role.session] : undefined;
      return [role.session, known ? { ...known, role: role.name } : newSeat(role, at)];
    }),
  );
