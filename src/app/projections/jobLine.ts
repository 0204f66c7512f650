import { fill } from '../../base/problem.ts';
import type { Recorded } from '../../core/event.ts';
import type { DelegationEvent } from '../../core/delegation/event.ts';
import { isDelegation } from '../../core/delegation/ofJob.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import { ledgerLine } from './json.ts';

/** The job that an event is about; null for any other event. */
export const jobOf = ({ event }: Recorded): string | null => {
  if (!isDelegation(event)) return null;
  return event.type === 'jobSubmitted' ? event.job.id : event.job;
};

/** An event of a job as a line of its log: from the event alone, so that a line is the same whenever it is made. */
export function jobLine(recorded: Recorded, privacy: Privacy): string {
  const { seq, at, actor, event } = recorded;
  if (!isDelegation(event)) throw new TypeError(`${event.type} is not about a delegated job`);
  const { event: name, detail, data } = lineOf(event);
  const line = {
    schema_version: 1,
    seq,
    job_id: jobOf(recorded),
    event: name,
    type: event.type,
    timestamp: at,
    actor,
    attempt: 'attempt' in event ? event.attempt : 0,
    detail,
    data,
  };
  return ledgerLine(line, privacy);
}

/** Where the contract has a name for it, that name; else the one in the log. */
function lineOf(event: DelegationEvent): {
  readonly event: string;
  readonly detail: string;
  readonly data: Readonly<Record<string, unknown>>;
} {
  switch (event.type) {
    case 'jobSubmitted': {
      const { id: _, prompt, ...data } = event.job;
      return { event: 'submitted', detail: prompt, data };
    }
    case 'attemptBegun': {
      // Not even the hash of a token is told.
      const { type: _, job: __, attempt: ___, token: ____, ...data } = event;
      return { event: 'begun', detail: '', data };
    }
    case 'attemptSignalled': {
      const { kind, text, seq } = event;
      const isEnd = kind === 'completed' || kind === 'error';
      return { event: isEnd ? `said_${kind}` : kind, detail: text, data: { sender_seq: seq } };
    }
    case 'permissionSettled':
      return { event: 'permission_answered', detail: '', data: {} };
    case 'jobWithdrawn':
      return { event: 'cancelled', detail: fill(event.problem.text, event.problem.params), data: {} };
    case 'attemptEnded': {
      const { status, by, grounds, report, problem } = event;
      return {
        event: status,
        detail: problem ? fill(problem.text, problem.params) : '',
        data: { source: by, grounds, report_sha256: report },
      };
    }
    case 'promptNotDelivered':
      return { event: event.type, detail: fill(event.problem.text, event.problem.params), data: {} };
    case 'attemptContradicted':
      return { event: event.type, detail: event.text, data: { kind: event.kind, sender_seq: event.seq } };
    default: {
      const { type: _, job: __, ...rest } = event;
      const { attempt: ___, ...data } = { attempt: 0, ...rest };
      return { event: event.type, detail: '', data };
    }
  }
}
