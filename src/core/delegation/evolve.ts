import type { DomainEvent, Recorded } from '../event.ts';
import { put, type Own } from '../records.ts';
import type { State } from '../state.ts';
import { openAttempt } from './attempts.ts';
import { attemptBegun, evolveAttempt } from './evolveAttempt.ts';
import { isTold } from './messages.ts';
import { isOfJob } from './ofJob.ts';
import { withoutOldest } from './recent.ts';
import type { Attempt, DelegatedJob } from './types.ts';

type Jobs = State['delegations'];

/** Attempts of a job that are still told of; a person started each one of them. */
const mostAttempts = 20;

/** Delegated jobs after one more event. */
export function evolveDelegations(state: State, { event, at, seq }: Recorded, own?: Own): Jobs {
  const jobs = state.delegations;
  if (event.type === 'jobSubmitted') {
    const job = {
      ...event.job,
      status: 'pending',
      queued: seq,
      createdAt: at,
      updatedAt: at,
      attempts: [],
      messages: 1,
    } as const;
    return put(jobs, job.id, job, own);
  }
  const id = jobOf(state, event);
  const job = id !== undefined && Object.hasOwn(jobs, id) ? jobs[id] : undefined;
  const next = job && evolveJob(job, event, at, seq);
  if (!next || next === job) return jobs;
  const all = put(jobs, next.id, next, own);
  return event.type === 'attemptEnded' || event.type === 'jobWithdrawn' ? withoutOldest(all, event.job, own) : all;
}

/** The job that an event is about: named by it, or found through its session or effect. */
function jobOf({ agentSessions, effects }: State, event: DomainEvent): string | undefined {
  if (event.type === 'agentSessionIdentified') return agentSessions[event.session]?.job ?? undefined;
  if (event.type === 'effectStarted') {
    const effect = effects[event.effect]?.effect;
    return effect?.kind === 'deliverPrompt' ? effect.job : undefined;
  }
  return isOfJob(event) ? event.job : undefined;
}

function evolveJob(job: DelegatedJob, event: DomainEvent, at: string, seq: number): DelegatedJob {
  const told: DelegatedJob = { ...job, updatedAt: at, messages: job.messages + (isTold(event) ? 1 : 0) };
  switch (event.type) {
    case 'jobWithdrawn':
      return { ...told, status: 'cancelled' };
    case 'jobRetried':
      return { ...told, status: 'pending', queued: seq };
    case 'attemptBegun':
      return {
        ...told,
        status: 'running',
        attempts: [...job.attempts, attemptBegun(event, at)].slice(-mostAttempts),
      };
    case 'attemptEnded':
      return { ...told, status: event.status, attempts: changed(job, event, at) };
    case 'agentSessionIdentified':
    case 'effectStarted': {
      const attempts = changed(job, event, at);
      return attempts === job.attempts ? job : { ...job, attempts };
    }
    default:
      return { ...told, attempts: changed(job, event, at) };
  }
}

/** The attempts after an event about one of them: the one that it names, or else the one that is under way. */
function changed(job: DelegatedJob, event: DomainEvent, at: string): readonly Attempt[] {
  const number = 'attempt' in event ? event.attempt : openAttempt(job)?.attempt;
  let isChanged = false;
  const attempts = job.attempts.map((one) => {
    const next = one.attempt === number ? evolveAttempt(one, event, at) : one;
    isChanged ||= next !== one;
    return next;
  });
  return isChanged ? attempts : job.attempts;
}
