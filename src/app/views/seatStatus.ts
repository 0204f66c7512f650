import { identityOf } from '../../core/gate/facts.ts';
import type { Run } from '../../core/loop/types.ts';
import { ttlOf } from '../../core/session/freshness.ts';
import { gateStatus, type GateStatus } from '../../core/session/gateStatus.ts';
import type { State } from '../../core/state.ts';

/** The run that a seat is about: the newest of the task that it named last. */
export function runOfSeat(state: State, session: string): Run | null {
  const task = state.sessions[session]?.task ?? null;
  if (task === null) return null;
  let newest: Run | null = null;
  for (const run of Object.values(state.runs))
    if (run.task.id === task && (newest === null || run.startedAt >= newest.startedAt)) newest = run;
  return newest;
}

/** A seat's status as every screen and file shows it: what the gate would count for the run that it is about. */
export const seatStatus = (state: State, session: string, at: string): GateStatus => {
  const run = runOfSeat(state, session);
  const about = { run, identity: run && identityOf(run) };
  return gateStatus(state, { session }, about, at, run?.options.leaseTtlMs ?? ttlOf(state));
};
