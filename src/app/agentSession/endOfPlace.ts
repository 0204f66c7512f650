import { problem, type Problem } from '../../base/problem.ts';
import type { AgentSession, SessionEnd } from '../../core/agentSession/types.ts';
import type { PlaceLook } from '../ports/terminals.ts';

type Ended = { readonly how: Extract<SessionEnd, 'gone' | 'interrupted'>; readonly problem: Problem | null };

/** How a session ended whose process is gone. One that nobody saw end was interrupted, whoever finds that out. */
export function endOfPlace({ name }: AgentSession, { code, signal }: Extract<PlaceLook, { kind: 'gone' }>): Ended {
  if (signal !== null)
    return {
      how: 'gone',
      problem: problem('session.killed', 'The agent of {session} was ended by {signal}.', { session: name, signal }),
    };
  if (code === null) return { how: 'interrupted', problem: lostSession(name) };
  const failed = problem(
    'session.exited',
    'The agent of {session} ended with code {code}. Read what it printed last.',
    {
      session: name,
      code,
    },
  );
  return { how: 'gone', problem: code === 0 ? null : failed };
}

/** Why a session is interrupted that was not seen to end. `name`: of the session. */
export const lostSession = (name: string): Problem =>
  problem('session.lost', '{session} is gone, and nobody saw it end. Resume it to go on.', { session: name });
