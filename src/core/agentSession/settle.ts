import type { Effect } from '../effect.ts';
import type { DomainEvent } from '../event.ts';
import type { Outcome } from '../outcome.ts';
import type { State } from '../state.ts';

/** How starting or stopping a session's process ended. */
export function settleAgentSession(state: State, effect: Effect, outcome: Outcome): readonly DomainEvent[] {
  if (effect.kind !== 'startSession' && effect.kind !== 'stopSession') return [];
  const { session, generation } = effect;
  const known = state.agentSessions[session];
  if (!known || known.generation !== generation || known.ended) return [];
  const of = { session, generation };
  switch (outcome.kind) {
    case 'startSession':
      return [{ type: 'agentSessionStarted', ...of, handle: outcome.handle, process: outcome.process }];
    case 'stopSession':
      return [{ type: 'agentSessionEnded', ...of, how: 'stopped', problem: null }];
    case 'failed':
      // An agent that could not be ended may be at work: it has not ended until that is known.
      return effect.kind === 'startSession'
        ? [{ type: 'agentSessionEnded', ...of, how: 'failed', problem: outcome.problem }]
        : [{ type: 'agentSessionStopFailed', ...of, problem: outcome.problem }];
    default:
      return [];
  }
}
