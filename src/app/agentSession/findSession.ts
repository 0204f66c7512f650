import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { backends, type AgentSession } from '../../core/agentSession/types.ts';
import type { State } from '../../core/state.ts';

/**
 * The session that somebody means by its id, its name, or `BACKEND:NAME`. Of several with one name the open one, else the
 * newest.
 */
export function findSession(
  { agentSessions }: Pick<State, 'agentSessions'>,
  meant: string,
): Result<AgentSession, Problem> {
  const own = Object.hasOwn(agentSessions, meant) ? agentSessions[meant] : undefined;
  if (own) return ok(own);
  const [, prefix = '', rest = ''] = /^([a-z]+):(.*)$/s.exec(meant) ?? [];
  const backend = backends.find((one) => one === prefix);
  const name = backend ? rest : meant;
  const named = Object.values(agentSessions)
    .filter((one) => (one.name === name || one.id === name) && (backend === undefined || one.backend === backend))
    .toSorted((a, b) => (a.openedAt < b.openedAt ? -1 : 1));
  const found = named.find((one) => one.ended === null) ?? named.at(-1);
  return found ? ok(found) : err(unknown(meant));
}

const unknown = (session: string): Problem =>
  problem('session.unknown', 'There is no session {session}. `mam session status` lists those that there are.', {
    session,
  });
