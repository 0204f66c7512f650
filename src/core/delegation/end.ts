import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { isOverForGood } from '../agentSession/canResume.ts';
import type { Context, Now } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { isOver, openAttempt } from './attempts.ts';
import type { DelegationCommand } from './command.ts';
import type { AgentSession } from '../agentSession/types.ts';
import { askedSinceWord, ended, hasReport } from './ending.ts';
import type { DelegationEvent } from './event.ts';
import { forgotten, lostProblem, overForGood } from './lost.ts';
import { isWhole } from './report.ts';
import type { Attempt, DelegatedJob, EndedBy } from './types.ts';

type Decision = Result<readonly DomainEvent[], Problem>;
/** An agent that says that it failed has; one that says that it is done is believed once its whole report is there. */
export const endByError = (job: DelegatedJob, attempt: Attempt, text: string): DelegationEvent =>
  ended(job, attempt, { status: 'error', by: 'agent', grounds: ['said'], problem: saidError(job, text) });

/** Its agent said that it is done, asked for nothing since, and by now its whole report is there. */
export const hasKeptItsWord = (
  job: DelegatedJob,
  attempt: Attempt,
  session: AgentSession | undefined,
  { at, awakeMs }: Now,
): boolean =>
  attempt.claimed !== null &&
  attempt.report !== null &&
  hasReport(job, attempt) &&
  isWhole(attempt.report, awakeMs) &&
  !askedSinceWord(attempt, session, at);

export const endByClaim = (job: DelegatedJob, attempt: Attempt): DelegationEvent =>
  ended(job, attempt, { status: 'completed', by: 'agent', grounds: ['said', 'report'] });

const saidError = ({ id: job }: DelegatedJob, text: string): Problem =>
  text === ''
    ? problem('job.saidError', 'The agent says that {job} failed, and not why. Look at its terminal.', { job })
    : problem('job.saidErrorWhy', 'The agent says that {job} failed: {reason}.', { job, reason: text });

const over = ({ id: job, status }: DelegatedJob): Problem =>
  problem('job.ended', '{job} has ended already: {status}.', { job, status });

const byWhom = ({ actor }: Context): EndedBy => (actor.kind === 'person' ? 'person' : 'host');

/** Gives a job up, whether it was begun or not. */
export function cancel(
  job: DelegatedJob,
  { reason }: Extract<DelegationCommand, { type: 'cancelJob' }>,
  context: Context,
): Decision {
  if (isOver(job)) return err(over(job));
  const text = context.redact(reason);
  const why =
    text === ''
      ? problem('job.cancelled', '{job} was cancelled.', { job: job.id })
      : problem('job.cancelledWhy', '{job} was cancelled: {reason}', { job: job.id, reason: text });
  const attempt = openAttempt(job);
  return ok([
    attempt
      ? ended(job, attempt, { status: 'cancelled', by: byWhom(context), problem: why })
      : { type: 'jobWithdrawn', job: job.id, problem: why },
  ]);
}

/** A person says how it ended. */
export function endByPerson(
  job: DelegatedJob,
  { status, reason }: Extract<DelegationCommand, { type: 'endJob' }>,
  { redact }: Context,
): Decision {
  if (isOver(job)) return err(over(job));
  const attempt = openAttempt(job);
  if (!attempt) return err(problem('job.notBegun', '{job} has not begun. Cancel it instead.', { job: job.id }));
  const text = redact(reason);
  const why =
    status === 'error'
      ? problem('job.endedByPerson', 'A person ended {job} as failed: {reason}', { job: job.id, reason: text || '-' })
      : null;
  return ok([ended(job, attempt, { status, by: 'person', grounds: text === '' ? [] : [text], problem: why })]);
}

/** Another attempt of a job that did not come to its end, or of one whose agent can't go on with it. */
export function retry(job: DelegatedJob, session: AgentSession | undefined): Decision {
  if (job.status === 'completed' || job.status === 'pending')
    return err(
      job.status === 'completed'
        ? problem('job.done', '{job} is completed. Hand in a new job instead.', { job: job.id })
        : problem('job.waits', '{job} waits for its session already.', { job: job.id }),
    );
  if (!session) return err(forgotten(job));
  if (isOverForGood(session)) return err(overForGood(job, session));
  const attempt = openAttempt(job);
  const again = { type: 'jobRetried', job: job.id } as const;
  if (!attempt) return ok([again]);
  const stuck = stuckBy(job, attempt);
  return stuck
    ? ok([ended(job, attempt, { status: 'error', by: 'person', problem: stuck }), again])
    : err(problem('job.open', '{job} is under way. Cancel it first, then try it again.', { job: job.id }));
}

/** Why an open attempt comes to nothing by itself; null where it may. */
function stuckBy(job: DelegatedJob, { delivery, lost }: Attempt): Problem | null {
  if (lost) return lostProblem(job, lost.how);
  if (delivery.kind === 'notDelivered') return delivery.problem;
  return delivery.kind === 'sending' && delivery.lost ? maybeDelivered(job) : null;
}

/** Nobody saw whether the prompt got there. */
const maybeDelivered = ({ id: job }: DelegatedJob): Problem =>
  problem(
    'job.maybeDelivered',
    'The prompt of {job} may not have been delivered: MAM ended while it was typed. Look at its terminal, then wait for it or try it again as a new attempt.',
    { job },
  );
