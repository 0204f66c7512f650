import { identityOf } from '../../core/gate/facts.ts';
import type { Run } from '../../core/loop/types.ts';
import { ttlOf } from '../../core/session/freshness.ts';
import { gateStatus, type GateStatus } from '../../core/session/gateStatus.ts';
import type { State } from '../../core/state.ts';
import { runOfTask } from './select.ts';

/** The run that a seat is about: the newest of the task that it named last. */
export const runOfSeat = (state: State, session: string): Run | null => {
  const task = state.sessions[session]?.task ?? null;
  return (task === null ? undefined : runOfTask(state, task)) ?? null;
};

/** A seat's status as every screen and file shows it: what the gate would count for the run that it is about. */
export const seatStatus = (state: State, session: string, at: string): GateStatus => {
  const run = runOfSeat(state, session);
  const about = { run, identity: run && identityOf(run) };
  return gateStatus(state, { session }, about, at, run?.options.leaseTtlMs ?? ttlOf(state));
};
