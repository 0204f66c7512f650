import { msBetween } from '../../base/clock.ts';
import { silentMs } from '../agentSession/judge.ts';
import { limitEnd } from '../agentSession/outlasts.ts';
import type { Now } from '../context.ts';
import type { State } from '../state.ts';
import { openAttempt } from './attempts.ts';
import { missingFor } from './completion.ts';
import { groundsOf } from './grounds.ts';
import { endByClaim, hasKeptItsWord } from './end.ts';
import { ended, hasReport } from './ending.ts';
import type { DelegationEvent } from './event.ts';
import { limitOf } from './limits.ts';
import { lostProblem, lostUntil } from './lost.ts';
import { mayBegin } from './react.ts';
import { wholeAt } from './report.ts';
import { stillMs, stillSince } from './stillness.ts';
import type { Attempt, CompletionMode, DelegatedJob } from './types.ts';

/** By agent; whoever is not named is only watched. */
export type Modes = Readonly<Record<string, CompletionMode>>;

/** What has come of the open attempts by now: done, out of time, or without an agent. */
export const judge = (state: State, modes: Modes, now: Now): readonly DelegationEvent[] =>
  Object.values(state.delegations).flatMap((job) => {
    const attempt = openAttempt(job);
    const event = attempt && judgeAttempt(state, job, attempt, modes, now);
    return event ? [event] : [];
  });

function judgeAttempt(
  state: State,
  job: DelegatedJob,
  attempt: Attempt,
  modes: Modes,
  now: Now,
): DelegationEvent | null {
  const session = state.agentSessions[job.session];
  const done =
    (hasKeptItsWord(job, attempt, session, now) ? endByClaim(job, attempt) : null) ??
    infer(state, job, attempt, modes, now);
  if (done) return done;
  const lost = lostUntil(attempt);
  if (attempt.lost && lost !== null && lost <= now.awakeMs)
    // Nobody is left who could change the report of an agent that said that it is done.
    return attempt.claimed && hasReport(job, attempt)
      ? endByClaim(job, attempt)
      : ended(job, attempt, { status: 'error', by: 'host', problem: lostProblem(job, attempt.lost.how) });
  const limit = limitOf(job, attempt, session, now);
  return limit && limit.at <= now.awakeMs
    ? ended(job, attempt, { status: 'error', by: 'host', problem: limit.problem })
    : null;
}

/** What its agent did not say and everything shows. Where nobody is trusted with that, it is noted once for each report. */
function infer(state: State, job: DelegatedJob, attempt: Attempt, modes: Modes, now: Now): DelegationEvent | null {
  const session = state.agentSessions[job.session];
  const { report } = attempt;
  if (attempt.claimed || !report || !session || missingFor(state, job, now).length > 0) return null;
  const grounds = groundsOf(job, attempt, session, now);
  const isTrusted = Object.hasOwn(modes, job.agent) && modes[job.agent] === 'auto';
  if (isTrusted) return ended(job, attempt, { status: 'completed', by: 'watcher', grounds });
  return attempt.wouldComplete?.report === report.sha256
    ? null
    : { type: 'attemptWouldComplete', job: job.id, attempt: attempt.attempt, grounds, report: report.sha256 };
}

/**
 * Awake milliseconds at which time alone next changes something; now, where something can be decided already, and null
 * where only news can. Whoever judges then, and only then, misses nothing.
 */
export function nextJudgement(state: State, modes: Modes, now: Now): number | null {
  const jobs = Object.values(state.delegations);
  if (judge(state, modes, now).length > 0 || jobs.some((job) => mayBegin(state, job, now.at))) return now.awakeMs;
  let next: number | null = null;
  for (const job of jobs) {
    const attempt = openAttempt(job);
    const moments = attempt ? momentsOf(state, job, attempt, now) : [];
    // One that waits may begin then; of one that is under way nobody knows any more that its agent is held.
    const lifted = attempt || job.status === 'pending' ? limitEnds(state, job, now) : [];
    for (const at of [...moments, ...lifted]) if (at > now.awakeMs && (next === null || at < next)) next = at;
  }
  return next;
}

/** When the limits are lifted that the sessions of its agent met. */
const limitEnds = ({ agentSessions }: State, { agent }: DelegatedJob, { at, awakeMs }: Now): readonly number[] =>
  Object.values(agentSessions)
    .filter((session) => session.agent === agent && session.ended === null)
    .flatMap(({ sights }) => Object.values(sights))
    .flatMap(({ activity, at: since }) =>
      activity.kind === 'limited' ? [awakeMs + msBetween(at, limitEnd(activity, since))] : [],
    );

function momentsOf(state: State, job: DelegatedJob, attempt: Attempt, now: Now): readonly number[] {
  const session = state.agentSessions[job.session];
  const { report } = attempt;
  return [
    limitOf(job, attempt, session, now)?.at,
    lostUntil(attempt),
    report && wholeAt(report),
    report && session && stillSince(attempt, session) + stillMs,
    // An agent that is said to work is taken for lost only after this long.
    job.idleTimeoutMs > 0 ? now.awakeMs + silentMs : null,
  ].filter((at) => typeof at === 'number');
}
