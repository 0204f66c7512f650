import { problem, type Problem } from '../../base/problem.ts';
import { judgeSights, type Judged } from '../agentSession/judge.ts';
import type { AgentSession } from '../agentSession/types.ts';
import { admissionOf } from '../limit/admission.ts';
import type { State } from '../state.ts';

/** Why no prompt may be typed into a session now, as a `held.…`; null when its agent waits for one. `at` is now. */
export function heldBy(state: State, session: AgentSession, at: string): Problem | null {
  const name = { session: session.name };
  if (session.ended) return problem('held.ended', '{session} has ended. Resume it, or cancel the job.', name);
  if (session.stopping) return problem('held.stopping', '{session} is being stopped.', name);
  if (session.handle === null) return problem('held.starting', '{session} is being started.', name);
  const limited = limitOfAccount(state, session.agent, at);
  if (limited) return limited;
  const judged = judgeSights(session.sights, at);
  return judged === null
    ? problem('held.unseen', 'Nothing was seen of the agent in {session} yet. Look at its terminal.', name)
    : heldByActivity(judged, session);
}

function heldByActivity({ activity, source }: Judged, { name: session, agent }: AgentSession): Problem | null {
  switch (activity.kind) {
    case 'idle':
      return null;
    case 'starting':
      return problem('held.starting', '{session} is being started.', { session });
    case 'working':
      // Of an agent that announces nothing, a wrapper that starts it or a server of its tools runs all the time.
      if (source === 'process') return null;
      return problem('held.working', '{session} is at work on something else. The prompt waits for its turn to end.', {
        session,
      });
    case 'needsYou':
      return problem('held.needsYou', '{session} waits for a person: {text}', { session, text: activity.text });
    case 'limited':
      return accountLimited(agent, activity.until, session);
    case 'unobservable':
      // An agent without hooks never says that it waits; that nothing runs there is all that can be known of it.
      return activity.problem.code === 'session.quiet' ? null : { ...activity.problem, code: 'held.unobservable' };
  }
}

/** `session`: which one met it; none where a lane did, which waits for its time. */
function accountLimited(agent: string, until: string | null, session: string): Problem {
  if (until !== null)
    return problem('held.limitedUntil', '{agent} has reached a usage limit until {until}.', { agent, until });
  return session === ''
    ? problem('held.limited', '{agent} has reached a usage limit and did not say until when.', { agent })
    : problem(
        'held.limited',
        '{agent} has reached a usage limit in {session} and did not say until when. It is tried again after a quarter of an hour, or once one of its sessions did a turn.',
        { agent, session },
      );
}

/** A limit belongs to the account: one session that met it holds all of that agent, and no other. */
function limitOfAccount(state: State, agent: string, at: string): Problem | null {
  const admission = admissionOf(state, agent, at);
  if (admission.kind === 'ask') return { ...admission.problem, code: 'held.limited' };
  if (admission.kind === 'wait') return accountLimited(agent, admission.limit.until, '');
  for (const session of Object.values(state.agentSessions)) {
    if (session.agent !== agent || session.ended) continue;
    const seen = judgeSights(session.sights, at)?.activity;
    if (seen?.kind === 'limited') return accountLimited(agent, seen.until, session.name);
  }
  return null;
}
