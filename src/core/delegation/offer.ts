import type { AgentSession } from '../agentSession/types.ts';
import type { State } from '../state.ts';
import { waitingFor } from './queue.ts';
import { heldBy } from './ready.ts';

/** Whom a job is for where nobody named a session. */
export interface Seat {
  readonly role: string;
  /** The agent that it must be; null is whichever it is. */
  readonly agent: string | null;
}

/**
 * The open sessions of a role, whoever could begin first in front: one that waits for a prompt, then one that has no job
 * but can't begin at once, then those with a job, by how many wait there. `at` is now.
 */
export function sessionsOf(state: State, { role, agent }: Seat, at: string): readonly AgentSession[] {
  const rank = (session: AgentSession): number => {
    const jobs = (session.job === null ? 0 : 1) + waitingFor(state, session.id).length;
    return 2 * jobs + (heldBy(state, session, at) === null ? 0 : 1);
  };
  return Object.values(state.agentSessions)
    .filter(
      (one) => one.ended === null && !one.stopping && isSame(one.role, role) && (agent ?? one.agent) === one.agent,
    )
    .map((session) => ({ session, rank: rank(session) }))
    .toSorted((a, b) => a.rank - b.rank || (a.session.openedAt < b.session.openedAt ? -1 : 1))
    .map(({ session }) => session);
}

const isSame = (a: string | null, b: string): boolean => a?.toLowerCase() === b.toLowerCase();
