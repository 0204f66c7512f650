import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { answeredBy } from './answered.ts';
import type { AgentSessionCommand } from './command.ts';
import { liftedBy } from './lifted.ts';
import { isBesidePoint, sightToRecord } from './sight.ts';
import type { AgentSession } from './types.ts';

type Decision = Result<readonly DomainEvent[], Problem>;

/** What follows from one command about agent sessions. */
export function decideAgentSession(state: State, command: AgentSessionCommand, context: Context): Decision {
  if (command.type === 'openAgentSession') return open(state, command.session);
  const session = state.agentSessions[command.session];
  if (!session) return err(unknown(command.session));
  switch (command.type) {
    case 'resumeAgentSession':
      return resume(session, command.controlPlane);
    case 'stopAgentSession':
      return ok(session.ended || session.stopping ? [] : [{ type: 'agentSessionStopRequested', session: session.id }]);
    case 'forgetAgentSession':
      return session.ended
        ? ok([{ type: 'agentSessionForgotten', session: session.id }])
        : err(
            problem('session.alive', 'The session {session} has not ended. Stop it, then take it off the list.', {
              session: session.name,
            }),
          );
    default:
      // What an older process of it says is not about this one.
      return ok(
        session.generation === command.generation && !session.ended ? observed(state, session, command, context) : [],
      );
  }
}

const unknown = (session: string): Problem =>
  problem('session.unknown', 'There is no session {session}. `mam session status` lists those that there are.', {
    session,
  });

function open(state: State, session: Extract<AgentSessionCommand, { type: 'openAgentSession' }>['session']): Decision {
  const taken = Object.values(state.agentSessions).find((one) => one.ended === null && one.name === session.name);
  if (taken || state.agentSessions[session.id])
    return err(
      problem('session.exists', 'A session named {session} is open already. Choose another name, or stop that one.', {
        session: session.name,
      }),
    );
  return ok([{ type: 'agentSessionOpened', session }]);
}

function resume(
  session: AgentSession,
  controlPlane: Extract<AgentSessionCommand, { type: 'resumeAgentSession' }>['controlPlane'],
): Decision {
  if (!session.ended)
    return err(problem('session.alive', 'The session {session} is open already.', { session: session.name }));
  return ok([{ type: 'agentSessionResumed', session: session.id, controlPlane }]);
}

type Observed = Extract<AgentSessionCommand, { generation: number }>;

function observed(state: State, session: AgentSession, command: Observed, context: Context): readonly DomainEvent[] {
  const { id, generation } = session;
  switch (command.type) {
    case 'sightAgentSession': {
      const { activity, source } = command;
      const seen = activity.kind === 'needsYou' ? { ...activity, text: context.redact(activity.text) } : activity;
      const more = {
        ...command,
        ...(command.call === undefined ? {} : { call: context.redact(command.call) }),
        ...(command.answers === undefined ? {} : { answers: command.answers.map((one) => context.redact(one)) }),
      };
      if (isBesidePoint(session.sights, source, seen, more)) return [];
      const sight = sightToRecord(session, source, seen, context, more);
      if (!sight) return [];
      return [
        { type: 'agentSessionSeen', session: id, generation, sight },
        ...answeredBy(state, session, sight, context.at),
        ...liftedBy(state, session, sight, context.at),
      ];
    }
    case 'identifyAgentSession':
      return session.conversation === command.conversation
        ? []
        : [{ type: 'agentSessionIdentified', session: id, generation, conversation: command.conversation }];
    case 'endAgentSession':
      return [
        {
          type: 'agentSessionEnded',
          session: id,
          generation,
          how: session.stopping ? 'stopped' : command.how,
          problem: command.problem,
        },
      ];
  }
}
