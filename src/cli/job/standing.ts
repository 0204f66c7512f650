import { isoSeconds } from '../../base/clock.ts';
import type { App } from '../../app/app.ts';
import { sessionWords } from '../../app/views/sessionWords.ts';
import { phrase } from '../../app/views/words.ts';
import { openAttempt } from '../../core/delegation/attempts.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import { statusOf, type SessionStatus } from '../../core/agentSession/status.ts';
import type { Cli } from '../cli.ts';
import { viewContext } from '../viewContext.ts';
import { isOver } from './follow.ts';
import { jobWords } from './jobData.ts';

type Reader = Pick<Cli, 't'>;
type Jobs = Pick<App, 'state' | 'progress'>;

/** What a session does that says nothing new about a job that runs. */
const ordinary: ReadonlySet<SessionStatus['kind']> = new Set(['starting', 'working', 'idle', 'done']);

/** It is there, and nothing was seen of it that tells more. */
const isQuiet = (status: SessionStatus): boolean =>
  status.kind === 'unobservable' && status.problem.code === 'session.quiet';

/** How a job stands, with what was seen of its report and of the agent that owes it. */
export function standing(cli: Reader, app: Jobs, job: DelegatedJob, at = isoSeconds(Date.now())): string {
  const words = jobWords(cli.t, job);
  if (isOver(job)) return words;
  const attempt = openAttempt(job);
  const session = app.state.agentSessions[job.session];
  const status = session ? statusOf(app.state, session, at) : null;
  const isTold = attempt !== null && attempt.permission !== null && status?.kind === 'needsYou';
  return phrase(
    words,
    attempt?.report ? cli.t('its report is there') : null,
    session && status && !ordinary.has(status.kind) && !isTold && !isQuiet(status)
      ? sessionWords(viewContext(cli, app), session, status).text
      : null,
  );
}

/** The session whose agent may still work on a job that is over; null where it does not, or where it has another one. */
export function stillAtWork(
  { state }: Pick<App, 'state'>,
  job: DelegatedJob,
  at = isoSeconds(Date.now()),
): string | null {
  const last = job.attempts.at(-1);
  const session = state.agentSessions[job.session];
  if (!isOver(job) || !last?.ended || last.ended.by === 'agent') return null;
  if (!session || session.ended || session.stopping || session.job !== null) return null;
  if (session.generation !== last.generation) return null;
  const { kind } = statusOf(state, session, at);
  return kind === 'working' || kind === 'needsYou' || kind === 'starting' || kind === 'unobservable'
    ? session.name
    : null;
}

const stands: ReadonlySet<SessionStatus['kind']> = new Set([
  'needsYou',
  'stoppedWithoutReport',
  'failed',
  'gone',
  'shell',
  'interrupted',
  'stopped',
]);

/** Whether a job that is not over goes on only when a person does something: its agent asks, or is not there. */
export function needsPerson({ state }: Pick<App, 'state'>, job: DelegatedJob, at = isoSeconds(Date.now())): boolean {
  if (openAttempt(job)?.permission) return true;
  const session = state.agentSessions[job.session];
  return session === undefined || stands.has(statusOf(state, session, at).kind);
}
