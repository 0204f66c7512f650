import { laterThan } from '../../base/clock.ts';
import type { RoleSession } from '../../core/session/types.ts';
import type { State } from '../../core/state.ts';
import { ttlOf } from '../../core/session/freshness.ts';
import { runOfSeat, seatStatus } from '../views/seatStatus.ts';
import { mixPolicy } from './agentMix.ts';
import { ledgerJson } from './json.ts';
import { leaseExpiry } from './leases.ts';
import { nextCommand } from './nextCommand.ts';
import type { Projection } from './projection.ts';
import { workUnits, type WorkUnit } from '../../core/mix/workUnits.ts';

/** The seats of the topology in their order, then sessions that only ever reported themselves. */
const seatsOf = (state: State): readonly RoleSession[] => {
  const order = (state.topology?.roles ?? []).map((role) => role.session);
  const place = (one: RoleSession): number => (order.includes(one.session) ? order.indexOf(one.session) : order.length);
  return Object.values(state.sessions).toSorted(
    (a, b) => place(a) - place(b) || (a.session < b.session ? -1 : a.session > b.session ? 1 : 0),
  );
};

/** The lanes of both agents, and of whatever else works in the seat: what the host knows, else what the lane said. */
const lanesOf = (seat: RoleSession, status: string, units: readonly WorkUnit[]): Readonly<Record<string, unknown>> => {
  const agents = [...new Set(['claude', 'codex', ...(seat.agent === null ? [] : [seat.agent])])];
  const spent = (agent: string): number =>
    units.filter((unit) => unit.agent === agent && unit.session === seat.session).length;
  return Object.fromEntries(
    agents.map((agent) => {
      const own = agent === seat.agent ? status : 'idle';
      const told = own === 'running' ? undefined : seat.lanes[agent];
      const turn = told ? told.turn : own === 'running' ? seat.task : null;
      return [agent, { agent, status: told?.status ?? own, current_turn: turn, wu_spent_rolling: spent(agent) }];
    }),
  );
};

const sessionEntry = (state: State, seat: RoleSession, units: readonly WorkUnit[]) => {
  const role = state.topology?.roles.find((one) => one.session === seat.session);
  const gate = role?.shipGate ?? 'non-blocking';
  const { status, fresh } = seatStatus(state, seat.session, state.updatedAt);
  const lease = Object.values(state.leases).find((one) => one.session === seat.session);
  return {
    session_id: seat.session,
    role: seat.role,
    status,
    task_id: seat.task,
    branch: runOfSeat(state, seat.session)?.branch ?? 'unknown',
    cwd: '.',
    last_heartbeat: seat.lastBeat,
    heartbeat_state: fresh ? 'fresh' : 'stale',
    lease_expires_at: lease ? leaseExpiry(lease) : laterThan(seat.lastBeat, seat.ttlMs ?? ttlOf(state)),
    next_command: nextCommand(gate, seat.task),
    lanes: lanesOf(seat, status, units),
    write_lease_owner: role?.authority === 'write',
    ship_gate: gate,
  };
};

/** The registry of seats, in the contract's second version. */
export const sessionRegistry = (state: State): Projection => ({
  path: 'session_registry.json',
  // A seat goes stale by time alone, so every event is a reason to look.
  reads: [state],
  render: (stamp) => {
    const units = workUnits(state);
    return ledgerJson(
      {
        schema_version: 2,
        topology: state.topology?.id ?? 'four-role',
        mode: 'full-ship',
        gate_policy: 'conservative',
        agent_mix: mixPolicy(state.mix),
        sessions: seatsOf(state).map((seat) => sessionEntry(state, seat, units)),
      },
      stamp,
    );
  },
});
