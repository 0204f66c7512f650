import { fill } from '../../base/problem.ts';
import type { DomainEvent, Recorded } from '../event.ts';
import type { DelegationEvent } from './event.ts';
import type { Attempt, DelegatedJob, DelegatedStatus, EndedBy } from './types.ts';

/** What a message tells. `state` is not an event: it says how a job stands, for whoever comes later. */
type JobNews =
  | 'submitted'
  | 'begun'
  | 'started'
  | 'progress'
  | 'permission_required'
  | 'permission_answered'
  /** The agent's own word. Only `completed` and `error` say that its job has ended. */
  | 'said_completed'
  | 'said_error'
  | 'completed'
  | 'error'
  | 'cancelled'
  | 'state';

/** What subscribers are told about a job. The same (job, attempt, seq) of an event is the same message, however often it is sent. */
export interface JobMessage {
  readonly job: string;
  /** 0 before the first. */
  readonly attempt: number;
  /** Counted from 1 over all attempts; of a `state` the number of the newest event that it covers. */
  readonly seq: number;
  readonly news: JobNews;
  readonly at: string;
  readonly status: DelegatedStatus;
  readonly source: EndedBy;
  /** As it is in the log: what leaves this machine is cleaned once more. */
  readonly text: string;
  readonly grounds: readonly string[];
  /** SHA-256 of the report, in hex. */
  readonly report: string | null;
  readonly verdict: 'pass' | 'notPass' | null;
}

type Told = Extract<
  DelegationEvent,
  {
    type: 'jobWithdrawn' | 'jobRetried' | 'attemptBegun' | 'attemptSignalled' | 'permissionSettled' | 'attemptEnded';
  }
>;

/** The message about an event, given the job as it was before it; null where subscribers are told nothing. */
export function messageOf(before: DelegatedJob | undefined, { event, at }: Recorded): JobMessage | null {
  if (event.type === 'jobSubmitted') return { ...blank, job: event.job.id, attempt: 0, seq: 1, news: 'submitted', at };
  if (!before || !isTold(event)) return null;
  const number = 'attempt' in event ? event.attempt : (before.attempts.at(-1)?.attempt ?? 0);
  const attempt = before.attempts.find((one) => one.attempt === number);
  const shared = {
    ...blank,
    job: before.id,
    attempt: number,
    seq: before.messages + 1,
    at,
    status: before.status,
  };
  switch (event.type) {
    case 'jobWithdrawn': {
      const text = fill(event.problem.text, event.problem.params);
      return { ...shared, news: 'cancelled', status: 'cancelled', text };
    }
    case 'jobRetried':
      return { ...shared, news: 'submitted', status: 'pending' };
    case 'attemptBegun':
      return { ...shared, news: 'begun', status: 'running' };
    case 'permissionSettled':
      return { ...shared, news: 'permission_answered' };
    case 'attemptSignalled':
      return { ...shared, news: said(event.kind), source: 'agent', text: event.text };
    case 'attemptEnded':
      return { ...shared, news: event.status, status: event.status, ...ending(event, attempt) };
  }
}

/** How a job stands now, as a message that a broker may keep. It follows from the job alone. */
export function stateMessage(job: DelegatedJob): JobMessage {
  const attempt = job.attempts.at(-1);
  const shared = { ...blank, job: job.id, seq: job.messages, status: job.status, news: 'state' } as const;
  if (!attempt) return { ...shared, attempt: 0, at: job.createdAt };
  const at = attempt.ended?.at ?? attempt.beganAt;
  const end = attempt.ended !== null && job.status !== 'running' ? ending(attempt.ended, attempt) : {};
  return { ...shared, attempt: attempt.attempt, at, ...end };
}

const blank = {
  status: 'pending',
  source: 'host',
  text: '',
  grounds: [],
  report: null,
  verdict: null,
} as const;

const ending = (
  ended: Pick<NonNullable<Attempt['ended']>, 'by' | 'grounds' | 'problem'>,
  attempt: Attempt | undefined,
): Pick<JobMessage, 'source' | 'text' | 'grounds' | 'report' | 'verdict'> => ({
  source: ended.by,
  text: ended.problem === null ? '' : fill(ended.problem.text, ended.problem.params),
  grounds: ended.grounds,
  report: attempt?.report?.sha256 ?? null,
  verdict: attempt?.report?.verdict ?? null,
});

const said = (kind: Extract<Told, { type: 'attemptSignalled' }>['kind']): JobNews =>
  kind === 'completed' || kind === 'error' ? `said_${kind}` : kind;

/** Whether subscribers get a message about what happened to an attempt: what they could act on. */
export const isTold = (event: { readonly type: string }): event is Told =>
  event.type === 'jobWithdrawn' ||
  event.type === 'jobRetried' ||
  event.type === 'attemptBegun' ||
  event.type === 'attemptSignalled' ||
  event.type === 'permissionSettled' ||
  event.type === 'attemptEnded';

/** The job that an event is about of which subscribers may be told; null for any other. */
export function toldJob(event: DomainEvent): string | null {
  if (event.type === 'jobSubmitted') return event.job.id;
  return isTold(event) ? event.job : null;
}
