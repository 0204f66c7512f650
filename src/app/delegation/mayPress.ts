import type { Problem } from '../../base/problem.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { Attempt } from '../../core/delegation/types.ts';
import type { Ports } from '../ports.ts';

export interface Pressing extends Pick<Ports, 'store'> {
  /** Folds what other processes recorded, so that `session` and `attempt` are as new as the log. */
  readonly catchUp: () => Promise<Problem | null>;
  readonly session: () => AgentSession | null;
  readonly attempt: () => Attempt | null;
}

/** `over`: what was typed is not to be sent any more; `asked`: the agent asks something since; `unknown`: the log can't tell. */
type Leave = 'given' | 'over' | 'asked' | 'unknown';

/**
 * Whether Enter may be pressed behind what was typed, by what the log says now and not by what this host remembers: it may
 * have slept, and another one may have gone on with the prompt meanwhile.
 */
export async function mayPress({ store, catchUp, session, attempt }: Pressing): Promise<Leave> {
  const mine = await store.ownership.beat().catch(() => false);
  if (!mine || (await catchUp()) !== null) return 'unknown';
  const now = session();
  const delivery = attempt()?.delivery;
  if (now === null || delivery?.kind !== 'sending' || delivery.lost) return 'over';
  // What was asked before it was typed is answered, or nothing would have been typed.
  const asks = Object.values(now.sights).some(
    ({ activity, order }) => activity.kind === 'needsYou' && order > now.prompted,
  );
  return asks ? 'asked' : 'given';
}
