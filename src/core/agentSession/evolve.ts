import type { DomainEvent } from '../event.ts';
import { put, without, type Own } from '../records.ts';
import type { State } from '../state.ts';
import { withoutOldestSessions } from './recent.ts';
import { isAtRest } from './rest.ts';
import { newestOrder } from './sight.ts';
import type { AgentSession, Sight } from './types.ts';

type Sessions = State['agentSessions'];

/** Sessions after one more event. */
export function evolveAgentSessions(
  { agentSessions: sessions, delegations }: Pick<State, 'agentSessions' | 'delegations'>,
  event: DomainEvent,
  at: string,
  own?: Own,
): Sessions {
  const change = (id: string, changed: (session: AgentSession) => Partial<AgentSession>): Sessions => {
    const session = sessions[id];
    return session ? put(sessions, id, { ...session, ...changed(session) }, own) : sessions;
  };
  /** Only of the process that runs now. */
  const ofNow = (
    about: { readonly session: string; readonly generation: number },
    changed: (session: AgentSession) => Partial<AgentSession>,
  ): Sessions => (sessions[about.session]?.generation === about.generation ? change(about.session, changed) : sessions);
  switch (event.type) {
    case 'agentSessionOpened':
      return put(
        sessions,
        event.session.id,
        {
          ...event.session,
          generation: 1,
          handle: null,
          process: null,
          stopping: false,
          ended: null,
          sights: {},
          prompted: -1,
          spoken: false,
          job: null,
          lingers: null,
          openedAt: at,
          startedAt: null,
        },
        own,
      );
    case 'agentSessionResumed':
      return change(event.session, ({ generation }) => ({
        controlPlane: event.controlPlane,
        generation: generation + 1,
        handle: null,
        process: null,
        stopping: false,
        ended: null,
        sights: {},
        prompted: -1,
        lingers: null,
        startedAt: null,
      }));
    case 'agentSessionStarted':
      return ofNow(event, () => ({ handle: event.handle, process: event.process, startedAt: at }));
    case 'agentSessionSeen':
      return ofNow(event, ({ sights: before, lingers, spoken }) => {
        const sights = { ...before, [event.sight.source]: event.sight };
        const rests = lingers !== null && isAtRest(sights, at);
        return { sights, spoken: spoken || isTurn(event.sight), lingers: rests ? null : lingers };
      });
    case 'agentSessionIdentified':
      // Another conversation is another story.
      return ofNow(event, ({ conversation, spoken }) => ({
        conversation: event.conversation,
        spoken: spoken && (conversation === null || conversation === event.conversation),
      }));
    case 'agentSessionStopRequested':
      return change(event.session, () => ({ stopping: true }));
    case 'agentSessionStopFailed':
      return ofNow(event, () => ({ stopping: false }));
    case 'agentSessionEnded':
      return withoutOldestSessions(
        {
          agentSessions: ofNow(event, () => ({
            stopping: false,
            lingers: null,
            ended: { how: event.how, at, problem: event.problem },
          })),
          delegations,
        },
        own,
      );
    case 'agentSessionForgotten':
      return without(sessions, event.session, own);
    case 'attemptBegun':
      return change(event.session, () => ({ job: event.job, lingers: null }));
    case 'promptSending':
      return change(delegations[event.job]?.session ?? '', ({ sights }) => ({ prompted: newestOrder(sights) }));
    case 'attemptEnded':
      return change(delegations[event.job]?.session ?? '', (session) => ({
        job: session.job === event.job ? null : session.job,
        lingers: lingersAfter(session, event, at) ? event.job : session.lingers,
      }));
    default:
      return sessions;
  }
}

/** Its agent itself tells of a turn, which a conversation without a word has not. */
const isTurn = ({ source, activity }: Sight): boolean =>
  source === 'transcript' || (source === 'hook' && (activity.kind === 'working' || activity.kind === 'limited'));

/** Whether an attempt was taken from an agent that may go on with it: it said nothing of an end, and does not rest. */
const lingersAfter = (
  { job, ended, sights }: AgentSession,
  { job: of, by }: Extract<DomainEvent, { type: 'attemptEnded' }>,
  at: string,
): boolean => job === of && by !== 'agent' && by !== 'watcher' && ended === null && !isAtRest(sights, at);
