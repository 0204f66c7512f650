import { problem } from '../../base/problem.ts';
import type { Handler } from './handler.ts';

/** How long an agent may take to end before it is killed, in milliseconds. */
const graceMs = 5000;

/** Ends the process of an agent session; its conversation stays. */
export const stopSession: Handler<'stopSession'> = async ({ session: id, generation }, { state, terminals }) => {
  const session = state().agentSessions[id];
  if (!session?.handle || session.generation !== generation || session.ended) return { kind: 'stopSession' };
  const place = terminals[session.backend];
  if (!place)
    return {
      kind: 'failed',
      problem: problem(
        'session.elsewhere',
        'The session {session} runs in {backend}, which can’t be reached from here. Stop it there.',
        { session: session.name, backend: session.backend },
      ),
    };
  const closed = await place.close(session.handle, graceMs);
  return closed.ok ? { kind: 'stopSession' } : { kind: 'failed', problem: closed.error };
};
