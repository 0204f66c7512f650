import { identityOf } from '../../core/gate/facts.ts';
import type { Lease } from '../../core/lease/types.ts';
import { newestRunOf } from '../../core/loop/newestRun.ts';
import type { Run } from '../../core/loop/types.ts';
import { ttlOf } from '../../core/session/freshness.ts';
import { gateStatus, type GateStatus } from '../../core/session/gateStatus.ts';
import type { State } from '../../core/state.ts';

/** The run that a seat is about: the newest of the task that it named last. */
export function runOfSeat(state: State, session: string): Run | null {
  const task = state.sessions[session]?.task ?? null;
  return task === null ? null : (newestRunOf(state, task) ?? null);
}

/** The seat that holds the ledger is the host itself: it lives as long as that renews the lease of any run. */
function runOfHost(state: State, session: string): Run | null {
  const holdsLedger = state.topology?.roles.some((role) => role.session === session && role.authority === 'ledger');
  if (!holdsLedger) return null;
  const renewed = Object.values(state.leases).reduce<Lease | null>(
    (newest, lease) => (lease.run !== null && (newest === null || signOf(lease) >= signOf(newest)) ? lease : newest),
    null,
  );
  return state.runs[renewed?.run ?? ''] ?? null;
}

const signOf = (lease: Lease): string => lease.renewedAt ?? lease.claimedAt;

/** A seat's status as every screen and file shows it: what the gate would count for the run that it is about. */
export const seatStatus = (state: State, session: string, at: string): GateStatus => {
  const run = runOfSeat(state, session) ?? runOfHost(state, session);
  const about = { run, identity: run && identityOf(run) };
  return gateStatus(state, { session }, about, at, run?.options.leaseTtlMs ?? ttlOf(state));
};
