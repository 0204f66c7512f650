import type { Problem } from '../../base/problem.ts';
import { isNewerQuestion } from '../agentSession/answered.ts';
import { judgeSights } from '../agentSession/judge.ts';
import type { AgentSession } from '../agentSession/types.ts';
import type { Now } from '../context.ts';
import type { State } from '../state.ts';
import { missingArtifacts } from './artifacts.ts';
import { isOver, openAttempt } from './attempts.ts';
import { missing } from './missing.ts';
import { waitingFor } from './queue.ts';
import { claimedBy } from './claims.ts';
import { heldBy } from './ready.ts';
import { isWhole, wholeAt } from './report.ts';
import { idleSource, knowsTurns, stillMs, stillSince } from './stillness.ts';
import type { Attempt, DelegatedJob } from './types.ts';

/**
 * Everything that a job is still short of to count as done; empty once nothing is missing, or it is over. Idleness alone is
 * never enough, nor is a report: all of it has to hold at once, for this attempt and this process of its session.
 */
export function missingFor(state: State, job: DelegatedJob, now: Now): readonly Problem[] {
  if (isOver(job)) return [];
  const session = state.agentSessions[job.session];
  const attempt = openAttempt(job);
  if (!attempt) return beforeBegin(state, job, session, now);
  const report = [
    ...missingOfReport(job, attempt, now),
    ...missingArtifacts(job, attempt).map((path) => missing.artifact(path)),
  ];
  // It has said so itself, and only its report is waited for.
  if (attempt.claimed) return report;
  return withOneQuestion(attempt, session, now, [
    ...missingOfStart(attempt),
    ...report,
    ...(job.outside ? [missing.outside] : []),
    ...(session ? missingOfSession(attempt, session, now) : [missing.session]),
  ]);
}

/** A question that its agent told and that was seen, too, is one; the newer words of it are shown. */
function withOneQuestion(
  { permission }: Attempt,
  session: AgentSession | undefined,
  now: Now,
  rows: readonly Problem[],
): readonly Problem[] {
  const [first, ...others] = rows.filter(({ code }) => code === missing.permission('').code);
  if (permission === null || others.length === 0) return rows;
  const seen = session ? judgeSights(session.sights, now.at) : null;
  const dropped = isNewerQuestion(seen, permission) ? [first] : others;
  return rows.filter((row) => !dropped.includes(row));
}

function beforeBegin(state: State, job: DelegatedJob, session: AgentSession | undefined, now: Now): readonly Problem[] {
  if (!session) return [missing.session];
  const [first] = waitingFor(state, session.id);
  const before = session.job ?? (first && first.id !== job.id ? first.id : null);
  if (before !== null) return [missing.queued(before)];
  const held = heldBy(state, session, now.at) ?? claimedBy(state, job);
  return held ? [held] : [missing.start];
}

function missingOfStart({ delivery, startedAt, permission }: Attempt): readonly Problem[] {
  return [
    ...(delivery.kind === 'delivered' ? [] : [missing.delivery]),
    ...(startedAt === null ? [missing.start] : []),
    ...(permission ? [missing.permission(permission.text)] : []),
  ];
}

function missingOfReport(job: DelegatedJob, { report, refused }: Attempt, { awakeMs }: Now): readonly Problem[] {
  if (!report) return refused ? [missing.refusedReport, refused] : [missing.report];
  return [
    ...(job.kind === 'review' && report.verdict === null ? [missing.verdict] : []),
    ...(isWhole(report, awakeMs) ? [] : [missing.whole(secondsTo(wholeAt(report), awakeMs))]),
  ];
}

const secondsTo = (then: number, awakeMs: number): number => Math.ceil((then - awakeMs) / 1000);

function missingOfSession(attempt: Attempt, session: AgentSession, now: Now): readonly Problem[] {
  if (session.ended) return [missing.session];
  if (session.generation !== attempt.generation) return [missing.replaced];
  const activity = missingOfActivity(session, now);
  const stillAt = stillSince(attempt, session) + stillMs;
  return [
    ...(session.conversation === attempt.conversation ? [] : [missing.conversation]),
    ...activity,
    ...(activity.length > 0 || stillAt <= now.awakeMs ? [] : [missing.still(secondsTo(stillAt, now.awakeMs))]),
  ];
}

function missingOfActivity(session: AgentSession, now: Now): readonly Problem[] {
  const { process, watcher } = session.sights;
  const judged = judgeSights(session.sights, now.at)?.activity;
  const lost = [process, watcher].find((sight) => sight?.activity.kind === 'unobservable')?.activity;
  if (lost?.kind === 'unobservable') return [missing.unobservable(lost.problem), lost.problem];
  switch (judged?.kind) {
    case 'needsYou':
      return [missing.permission(judged.text)];
    case 'working':
    case 'starting':
      return [missing.working];
    case 'limited':
      return [missing.limited];
    case 'unobservable':
      return [missing.unobservable(judged.problem), judged.problem];
    default:
  }
  if (process?.activity.kind === 'working') return [missing.running];
  if (watcher?.activity.kind === 'working') return [missing.working];
  const source = idleSource(session, now);
  if (source === null) return [missing.idle];
  return knowsTurns.has(source) || process?.activity.kind === 'quiet' ? [] : [missing.unwatched];
}
