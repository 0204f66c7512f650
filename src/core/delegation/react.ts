import { isOverForGood } from '../agentSession/canResume.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { attemptOf, nextAttempt, openAttempt } from './attempts.ts';
import { endByClaim, hasKeptItsWord } from './end.ts';
import { askedSinceWord } from './ending.ts';
import { forgotten, overForGood, stepLost } from './lost.ts';
import { isBehindOthers } from './queue.ts';
import { heldBy } from './ready.ts';
import type { Attempt, DelegatedJob } from './types.ts';

/** What follows for a job by itself: it begins when its session is free, its prompt is delivered, and its end is noticed. */
export function stepDelegation(state: State, job: DelegatedJob, context: Context): readonly DomainEvent[] {
  if (job.status === 'pending') return begin(state, job, context);
  const attempt = openAttempt(job);
  if (!attempt) return [];
  const session = state.agentSessions[job.session];
  const lost = stepLost(job, attempt, session, context);
  if (lost.length > 0) return lost;
  // Whoever asks for something has more to do, also once it was answered.
  if (attempt.claimed && askedSinceWord(attempt, session, context.at))
    return [{ type: 'wordOvertaken', job: job.id, attempt: attempt.attempt }];
  return hasKeptItsWord(job, attempt, session, context) ? [endByClaim(job, attempt)] : deliver(state, job, attempt);
}

/** Whether a job that waits may begin now. */
export function mayBegin(state: State, job: DelegatedJob, at: string): boolean {
  const session = state.agentSessions[job.session];
  if (job.status !== 'pending' || !session || session.job !== null || heldBy(state, session, at) !== null) return false;
  return !isTypedInto(state, session.id) && !isBehindOthers(state, job);
}

function begin(state: State, job: DelegatedJob, context: Context): readonly DomainEvent[] {
  const session = state.agentSessions[job.session];
  if (!session) return [{ type: 'jobWithdrawn', job: job.id, problem: forgotten(job) }];
  if (isOverForGood(session)) return [{ type: 'jobWithdrawn', job: job.id, problem: overForGood(job, session) }];
  if (!mayBegin(state, job, context.at)) return [];
  const attempt = nextAttempt(job);
  return [
    {
      type: 'attemptBegun',
      job: job.id,
      attempt,
      session: session.id,
      generation: session.generation,
      conversation: session.conversation,
      token: context.tokenHash(job.id, attempt),
      awake: context.awakeMs,
    },
  ];
}

/** Whether a prompt is being typed there, also one whose job was ended meanwhile: two would become one line. */
const isTypedInto = ({ effects, delegations }: State, session: string): boolean =>
  Object.values(effects).some(({ effect }) => {
    if (effect.kind !== 'deliverPrompt') return false;
    const job = delegations[effect.job];
    return job?.session === session && attemptOf(job, effect.attempt)?.delivery.kind === 'sending';
  });

/** The effect is asked for once: an attempt that is not delivered after it is a person's to decide on. */
function deliver(state: State, job: DelegatedJob, attempt: Attempt): readonly DomainEvent[] {
  if (attempt.delivery.kind !== 'waiting') return [];
  const id = `job/${job.id}/${attempt.attempt}/deliver`;
  return state.effects[id]
    ? []
    : [
        {
          type: 'effectRequested',
          effect: { kind: 'deliverPrompt', id, run: null, job: job.id, attempt: attempt.attempt },
        },
      ];
}
