import { msBetween } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { Attempt, DelegatedJob, EndedBy } from '../delegation/types.ts';
import { jobsIn, type JobsOf } from '../delegation/bySession.ts';
import type { State } from '../state.ts';
import { isNewerQuestion } from './answered.ts';
import { judgeSights, type Judged } from './judge.ts';
import type { AgentSession, Need, Source } from './types.ts';

/** What a session is shown as. Idle is never done: that is only said of a job that ended by its own report. */
type SessionState =
  | { readonly kind: 'starting' | 'working' | 'idle' | 'shell' | 'gone' | 'interrupted' | 'stopped' }
  /** `onScreen`: only the text of its screen says so. */
  | { readonly kind: 'needsYou'; readonly need: Need; readonly text: string; readonly onScreen: boolean }
  /** `until` null: the agent did not say. */
  | { readonly kind: 'limited'; readonly until: string | null }
  /** `by`: who said so; its report need not be there where a person did. */
  | { readonly kind: 'done'; readonly job: string; readonly by: EndedBy }
  /** Its turn is over and the report of its job is owed. */
  | { readonly kind: 'stoppedWithoutReport'; readonly job: string }
  | { readonly kind: 'failed' | 'unobservable'; readonly problem: Problem };

/** How a session stands, since when, and where that is known from; `record` is MAM's own log. */
export type SessionStatus = SessionState & { readonly since: string; readonly source: Source | 'record' };

/** Milliseconds that an agent has for its report after its turn is over. */
export const reportGraceMs = 60_000;
/** Milliseconds in which an agent is expected to be seen after its process was started. */
const firstSightMs = 30_000;

/**
 * The one status of a session at a time. An agent that has ended is gone, whatever was said before. Who asks for many
 * sessions gives an index of their jobs.
 */
export function statusOf(
  state: Pick<State, 'delegations'>,
  session: AgentSession,
  at: string,
  jobsOf: JobsOf = jobsIn(state),
): SessionStatus {
  if (session.ended) return ended(session, session.ended);
  if (session.handle === null || session.startedAt === null)
    return { kind: 'starting', since: session.openedAt, source: 'record' };
  const job = session.job === null ? null : (state.delegations[session.job] ?? null);
  const attempt = job?.attempts.find((one) => one.ended === null) ?? null;
  const judged = judgeSights(session.sights, at);
  if (attempt?.permission && !isNewerQuestion(judged, attempt.permission))
    return {
      kind: 'needsYou',
      need: 'permission',
      text: attempt.permission.text,
      onScreen: false,
      since: attempt.permission.at,
      source: 'record',
    };
  if (judged?.activity.kind === 'idle' && job && attempt && owesReport(attempt, judged, at))
    return { kind: 'stoppedWithoutReport', job: job.id, since: judged.since, source: judged.source };
  if (attempt === null && (judged === null || isAtRest(judged))) {
    const done = lastDone(jobsOf, session);
    if (done) return { kind: 'done', ...done, source: 'record' };
  }
  return judged === null || isNew(session, judged, at) ? unseen(session.startedAt, at) : shown(judged);
}

function ended(session: AgentSession, { how, at, problem: why }: NonNullable<AgentSession['ended']>): SessionStatus {
  const known = { since: at, source: 'record' } as const;
  if (how !== 'failed') return { kind: how, ...known };
  return {
    kind: 'failed',
    problem: why ?? problem('session.failed', '{session} could not be started.', { session: session.name }),
    ...known,
  };
}

function shown({ activity, source, since }: Judged): SessionStatus {
  const known = { source, since };
  switch (activity.kind) {
    case 'needsYou':
      return { ...activity, onScreen: source === 'screen', ...known };
    case 'limited':
    case 'unobservable':
      return { ...activity, ...known };
    default:
      return { kind: activity.kind, ...known };
  }
}

/** Its place was looked at, and nothing else was seen of it since it was started a moment ago. */
const isNew = ({ sights, startedAt }: AgentSession, { activity }: Judged, at: string): boolean =>
  activity.kind === 'unobservable' &&
  activity.problem.code === 'session.quiet' &&
  Object.keys(sights).length === 1 &&
  msBetween(startedAt ?? at, at) < firstSightMs;

const unseen = (since: string, at: string): SessionStatus =>
  msBetween(since, at) < firstSightMs
    ? { kind: 'starting', since, source: 'record' }
    : {
        kind: 'unobservable',
        problem: problem('session.unseen', 'It was started, and nothing was seen of it since. Look at its terminal.'),
        since,
        source: 'record',
      };

/** Idle since its prompt got there, for longer than a report takes, and none is there. */
function owesReport({ delivery, report }: Attempt, { since }: Judged, at: string): boolean {
  if (delivery.kind !== 'delivered' || report !== null) return false;
  return msBetween(since > delivery.at ? since : delivery.at, at) >= reportGraceMs;
}

/** It does nothing that is known of; a place that can't be looked at may hide anything. */
const isAtRest = ({ activity }: Judged): boolean =>
  activity.kind === 'idle' || (activity.kind === 'unobservable' && activity.problem.code === 'session.quiet');

/** The last job that this process of it was given, if that one was completed. */
function lastDone(
  jobsOf: JobsOf,
  session: AgentSession,
): { readonly job: string; readonly by: EndedBy; readonly since: string } | null {
  let last: { readonly job: DelegatedJob; readonly attempt: Attempt } | null = null;
  for (const job of jobsOf(session.id)) {
    const attempt = job.attempts.at(-1);
    if (attempt?.generation !== session.generation) continue;
    if (last === null || attempt.beganAt >= last.attempt.beganAt) last = { job, attempt };
  }
  const how = last?.attempt.ended;
  return last && how?.status === 'completed' ? { job: last.job.id, by: how.by, since: how.at } : null;
}
