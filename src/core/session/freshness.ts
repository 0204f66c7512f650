import { msBetween } from '../../base/clock.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import type { RoleSession } from './types.ts';

/** The time to live of a heartbeat and of a lease where nobody chose another one, in milliseconds. */
export const usualTtlMs = 30 * 60_000;

/** The time to live that the newest loop was started with, in milliseconds. */
export const ttlOf = (state: State): number => Object.values(state.loops).at(-1)?.options.leaseTtlMs ?? usualTtlMs;

/** Whether a sign of life still counts: exactly as old as the time to live is fresh, and one that is no time is not. */
export const isFresh = (sign: string, at: string, ttlMs: number): boolean => msBetween(sign, at) <= ttlMs;

/** The newest sign of life of a seat: its own, its verdicts on the run, and what the living host did for the run's lease; null for none. */
export function lastSign(state: State, session: string, run: Run | null): string | null {
  const seat = seatOf(state, session);
  const lease = run?.lease ? state.leases[run.lease] : undefined;
  const signs = [
    ...(seat ? [seat.lastBeat] : []),
    ...(run?.verdicts ?? []).filter((verdict) => verdict.session === session).map((verdict) => verdict.at),
    ...(lease ? [lease.renewedAt ?? lease.claimedAt] : []),
  ];
  return signs.reduce<string | null>(
    (newest, sign) => (newest === null || msBetween(newest, sign) >= 0 ? sign : newest),
    null,
  );
}

/** A seat of the registry by its canonical id. */
export const seatOf = ({ sessions }: State, session: string): RoleSession | undefined =>
  Object.hasOwn(sessions, session) ? sessions[session] : undefined;
