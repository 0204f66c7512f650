import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { attemptOf } from './attempts.ts';
import type { DelegationCommand } from './command.ts';
import { heldBy } from './ready.ts';
import type { DelegatedJob, Delivery } from './types.ts';

type Send = Extract<DelegationCommand, { type: 'sendPrompt' }>;
type Confirm = Extract<DelegationCommand, { type: 'confirmPrompt' }>;

/** A prompt is typed this often at most. */
const mostTries = 2;

/**
 * Records that the prompt is about to be typed. Nothing is recorded where it must not be: it is on its way or there, or
 * its attempt is over. A problem says that the agent is not ready for it now; ask again later.
 */
export function sendPrompt(
  state: State,
  job: DelegatedJob,
  command: Send,
  { at, tokenHash }: Context,
): Result<readonly DomainEvent[], Problem> {
  const attempt = attemptOf(job, command.attempt);
  const session = state.agentSessions[job.session];
  if (!attempt || attempt.ended || !session || session.generation !== attempt.generation) return ok([]);
  const tries = nextTry(attempt.delivery, command.again === true);
  if (tries === null) return ok([]);
  const held = heldBy(state, session, at);
  if (held) return err(held);
  const token = tokenHash(job.id, attempt.attempt);
  return ok([{ type: 'promptSending', job: job.id, attempt: attempt.attempt, tries, token }]);
}

function nextTry(delivery: Delivery, again: boolean): number | null {
  if (delivery.kind === 'waiting') return again ? null : 1;
  return delivery.kind === 'sending' && again && !delivery.lost && delivery.tries < mostTries
    ? delivery.tries + 1
    : null;
}

/** Whatever shows that it got there counts, also after it was given up. */
export function confirmPrompt(job: DelegatedJob, { attempt: number, by }: Confirm): readonly DomainEvent[] {
  const attempt = attemptOf(job, number);
  return !attempt || attempt.ended || attempt.delivery.kind === 'delivered'
    ? []
    : [{ type: 'promptDelivered', job: job.id, attempt: number, by }];
}
