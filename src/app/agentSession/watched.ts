import { problem, type Problem } from '../../base/problem.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';

/** A session whose process was started, and can be looked at. */
export type WatchedSession = AgentSession & { readonly handle: string; readonly startedAt: string };

export const isWatched = (session: AgentSession): session is WatchedSession =>
  session.ended === null && session.handle !== null && session.startedAt !== null;

/** Why nothing can be seen of a session from here. */
export const elsewhere = ({ name, backend }: Pick<AgentSession, 'name' | 'backend'>): Problem =>
  problem('session.notHere', '{session} runs in {backend}, which can’t be looked at from here.', {
    session: name,
    backend,
  });
