import { fold } from '../../src/core/evolve.ts';
import type { DomainEvent, Recorded } from '../../src/core/event.ts';
import type { JobOrder } from '../../src/core/delegation/types.ts';
import type { State } from '../../src/core/state.ts';

export const orderOf = (id: string, changes: Partial<JobOrder> = {}): JobOrder => ({
  id,
  kind: 'work',
  session: `s-${id}`,
  agent: 'codex',
  role: null,
  prompt: 'Do it.',
  workdir: '/repo',
  claims: [],
  outside: false,
  timeoutMs: 0,
  idleTimeoutMs: 0,
  expectedArtifacts: [],
  task: null,
  ...changes,
});

export const begun = (job: string, attempt = 1): DomainEvent => ({
  type: 'attemptBegun',
  job,
  attempt,
  session: `s-${job}`,
  generation: 1,
  conversation: null,
  token: 'a'.repeat(64),
  awake: 0,
});

export const said = (
  job: string,
  seq: number,
  kind: Extract<DomainEvent, { type: 'attemptSignalled' }>['kind'],
  text = '',
  attempt = 1,
): DomainEvent => ({ type: 'attemptSignalled', job, attempt, seq, kind, text, awake: 0 });

export const endedWith = (
  job: string,
  status: 'completed' | 'error' | 'cancelled',
  changes: Partial<Extract<DomainEvent, { type: 'attemptEnded' }>> = {},
): DomainEvent => ({
  type: 'attemptEnded',
  job,
  attempt: 1,
  status,
  by: 'agent',
  grounds: [],
  report: null,
  problem: null,
  ...changes,
});

/** The life of a job that goes well, in as many words as asked for. */
export const lifeOf = (job: string, words: number): readonly DomainEvent[] => [
  { type: 'jobSubmitted', job: orderOf(job) },
  begun(job),
  said(job, 1, 'started'),
  ...Array.from({ length: words }, (_, i) => said(job, i + 2, 'progress', `step ${i}`)),
  endedWith(job, 'completed'),
];

export const recordedFrom = (events: readonly DomainEvent[], from = 0): readonly Recorded[] =>
  events.map((event, i) => ({ seq: from + i + 1, at: '2026-01-31T12:00:00Z', actor: 'host:test', event }));

export const stateOf = (events: readonly DomainEvent[]): State => fold(recordedFrom(events));
