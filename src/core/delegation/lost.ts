import { problem, type Problem } from '../../base/problem.ts';
import { canResume, isOverForGood } from '../agentSession/canResume.ts';
import type { AgentSession } from '../agentSession/types.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { ended } from './ending.ts';
import type { Attempt, DelegatedJob, LostHow } from './types.ts';

/** Awake milliseconds in which words that an agent said before it was gone may still come. */
const lateWordsMs = 10_000;

/** What the end of a session means for the attempt that it worked on. */
export function stepLost(
  job: DelegatedJob,
  attempt: Attempt,
  session: AgentSession | undefined,
  { awakeMs }: Context,
): readonly DomainEvent[] {
  // Nothing can go on with it, so there is nothing to wait for.
  if (!session) return [ended(job, attempt, { status: 'error', by: 'host', problem: forgotten(job) })];
  if (session.stopping || session.ended?.how === 'stopped') return [stopped(job, attempt, session)];
  const how = howEnded(session) ?? (session.generation === attempt.generation ? null : 'replaced');
  const isNews = how !== null && (attempt.lost === null || (isWaiting(attempt) && !isMild(how)));
  return isNews ? [{ type: 'attemptLost', job: job.id, attempt: attempt.attempt, how, awake: awakeMs }] : [];
}

/** Only a person stops a session. What can be tried again in it is given up, anything else has failed. */
const stopped = (job: DelegatedJob, attempt: Attempt, session: AgentSession): DomainEvent =>
  canResume(session)
    ? ended(job, attempt, { status: 'cancelled', by: 'person', problem: lostProblem(job, 'stopped') })
    : ended(job, attempt, { status: 'error', by: 'person', problem: overForGood(job, session) });

/** A session that can't be resumed is not waited for. */
const howEnded = (session: AgentSession): LostHow | null =>
  session.ended?.how === 'interrupted' && isOverForGood(session) ? 'gone' : (session.ended?.how ?? null);

/** Nothing can be tried again in a session that can't be gone on with. */
export const overForGood = ({ id: job }: DelegatedJob, { name: session }: AgentSession): Problem =>
  problem(
    'job.sessionOver',
    'The session {session} of {job} has ended and can’t be resumed, for it had no conversation yet. Hand the job in to another one.',
    { job, session },
  );

/** Nothing can be done in a session that is not there any more. */
export const forgotten = ({ id: job }: DelegatedJob): Problem =>
  problem('job.sessionForgotten', 'The session of {job} was taken off the list. Hand the job in to another one.', {
    job,
  });

/** After these its conversation goes on, or can: the job stays open for a word of the agent or a person. */
const isMild = (how: LostHow): boolean => how === 'interrupted' || how === 'replaced';

const isWaiting = ({ lost }: Attempt): boolean => lost !== null && isMild(lost.how);

/** Awake milliseconds at which an attempt whose agent is gone for good is given up; null for any other. */
export const lostUntil = ({ lost }: Attempt): number | null =>
  lost === null || isMild(lost.how) ? null : lost.awake + lateWordsMs;

/** Why the attempt comes to nothing. */
export function lostProblem({ id: job }: DelegatedJob, how: LostHow): Problem {
  switch (how) {
    case 'stopped':
      return problem('job.sessionStopped', 'The session of {job} was stopped. Resume it to try the job again.', {
        job,
      });
    case 'gone':
    case 'failed':
      return problem(
        'job.agentGone',
        'The agent of {job} ended without saying how it went. Read what it left, then mark the job as done or try it again.',
        { job },
      );
    case 'shell':
      return problem(
        'job.agentLeft',
        'The agent of {job} ended without saying how it went, and its shell is open. Read what it left, then mark the job as done or try it again.',
        { job },
      );
    case 'interrupted':
      return problem('job.interrupted', 'The session of {job} was interrupted. Resume it, or try the job again.', {
        job,
      });
    case 'replaced':
      return problem(
        'job.replaced',
        'The session of {job} was started anew since. Ask it to go on, or try the job again.',
        { job },
      );
  }
}
