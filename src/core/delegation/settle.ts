import { problem } from '../../base/problem.ts';
import type { Effect } from '../effect.ts';
import type { DomainEvent } from '../event.ts';
import type { Outcome } from '../outcome.ts';
import type { State } from '../state.ts';
import { attemptOf } from './attempts.ts';

/** How delivering a prompt ended. */
export function settleDelivery(state: State, effect: Effect, outcome: Outcome): readonly DomainEvent[] {
  if (effect.kind !== 'deliverPrompt') return [];
  const { job, attempt: number } = effect;
  const found = state.delegations[job];
  const attempt = found && attemptOf(found, number);
  // A hook may have said so before the effect could, and the attempt may be over.
  if (!attempt || attempt.ended || attempt.delivery.kind === 'delivered') return [];
  if (outcome.kind === 'deliverPrompt') return [{ type: 'promptDelivered', job, attempt: number, by: outcome.by }];
  const why =
    outcome.kind === 'failed'
      ? outcome.problem
      : problem('effect.mismatch', 'The outcome of {effect} is of another kind. Resume to try it again.', {
          effect: effect.id,
        });
  return [{ type: 'promptNotDelivered', job, attempt: number, problem: why }];
}
