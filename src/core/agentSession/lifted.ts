import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { AgentSession, Sight } from './types.ts';

/**
 * What a whole turn of one session shows of the others of its agent: the sign-in or the limit without a time that they met
 * before it is there again, for all of them have one account. They rest in the middle of their turn, as at a limit that is over.
 */
export function liftedBy(
  { agentSessions }: Pick<State, 'agentSessions'>,
  { id, agent, sights }: AgentSession,
  { source, activity }: Sight,
  at: string,
): readonly DomainEvent[] {
  const turn = sights[source];
  if (source !== 'hook' && source !== 'transcript') return [];
  if (activity.kind !== 'idle' || turn?.activity.kind !== 'working') return [];
  return Object.values(agentSessions)
    .filter((other) => other.agent === agent && other.id !== id && other.ended === null)
    .flatMap((other) =>
      Object.values(other.sights)
        .filter((sight) => isShort(sight) && sight.awake < turn.awake)
        .map((sight) => ({
          type: 'agentSessionSeen',
          session: other.id,
          generation: other.generation,
          sight: { ...sight, activity: { kind: 'limited', until: at } },
        })),
    );
}

const isShort = ({ activity }: Sight): boolean =>
  activity.kind === 'limited' ? activity.until === null : activity.kind === 'needsYou' && activity.need === 'signIn';
