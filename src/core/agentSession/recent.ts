import { msBetween } from '../../base/clock.ts';
import { without, type Own } from '../records.ts';
import type { State } from '../state.ts';

/** Ended sessions without a job that are still told of. The log, their conversations and their output stay. */
const mostEnded = 200;
/** Taken off together, so that not every end has to look through all sessions. */
const slack = 50;

/**
 * Without the ended sessions that are older than the newest ones. One that a job is still told of stays, however old: the
 * job may be tried again in it.
 */
export function withoutOldestSessions(
  { agentSessions: sessions, delegations }: Pick<State, 'agentSessions' | 'delegations'>,
  own?: Own,
): State['agentSessions'] {
  const ended = Object.values(sessions).flatMap(({ id, ended: how }) => (how === null ? [] : [{ id, at: how.at }]));
  if (ended.length <= mostEnded + slack) return sessions;
  const withJob = new Set(Object.values(delegations).map(({ session }) => session));
  const free = ended.filter(({ id }) => !withJob.has(id));
  if (free.length <= mostEnded + slack) return sessions;
  const oldest = free.toSorted((a, b) => msBetween(b.at, a.at)).slice(0, free.length - mostEnded);
  return oldest.reduce((left, { id }) => without(left, id, own), sessions);
}
