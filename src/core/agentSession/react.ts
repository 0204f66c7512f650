import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { AgentSession } from './types.ts';

/** What follows for a session by itself: a process is started for each generation, once, and ended when that was asked. */
export function stepAgentSession(state: State, session: AgentSession): readonly DomainEvent[] {
  if (session.ended) return [];
  const { generation } = session;
  const base = `session/${session.id}/${generation}`;
  const ask = (kind: 'startSession' | 'stopSession', id: string): readonly DomainEvent[] =>
    state.effects[id]
      ? []
      : [{ type: 'effectRequested', effect: { kind, id, run: null, session: session.id, generation } }];
  if (session.handle === null) return ask('startSession', `${base}/start`);
  return session.stopping ? ask('stopSession', `${base}/stop`) : [];
}
