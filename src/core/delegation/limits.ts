import { problem, type Problem } from '../../base/problem.ts';
import { judgeSights } from '../agentSession/judge.ts';
import type { AgentSession } from '../agentSession/types.ts';
import type { Now } from '../context.ts';
import { sightsStillSince } from './stillness.ts';
import type { Attempt, DelegatedJob } from './types.ts';

/** Awake milliseconds at which an attempt is out of time, and why; null where it has no limit. */
export interface Limit {
  readonly at: number;
  readonly problem: Problem;
}

const minutes = (ms: number): number => Math.max(1, Math.round(ms / 60_000));

/** The first of the limits of an attempt. Whatever the idle limit says, the other one holds: it counts from the beginning. */
export function limitOf(
  job: DelegatedJob,
  attempt: Attempt,
  session: AgentSession | undefined,
  now: Now,
): Limit | null {
  const limits = [deadline(job, attempt), idleLimit(job, attempt, session, now)].filter((one) => one !== null);
  return limits.toSorted((a, b) => a.at - b.at)[0] ?? null;
}

function deadline(job: DelegatedJob, { beganAwake }: Attempt): Limit | null {
  if (job.timeoutMs === 0) return null;
  return {
    at: beganAwake + job.timeoutMs,
    problem: problem(
      'job.timeout',
      '{job} was not done after {minutes} minutes. Look at its terminal, then try it again with more time.',
      { job: job.id, minutes: minutes(job.timeoutMs) },
    ),
  };
}

/** While somebody answers a question, a usage limit holds the agent, or it is seen to work, nobody is idle. */
function idleLimit(job: DelegatedJob, attempt: Attempt, session: AgentSession | undefined, { at }: Now): Limit | null {
  if (job.idleTimeoutMs === 0 || attempt.permission) return null;
  const isHere = session !== undefined && session.generation === attempt.generation && !session.ended;
  const activity = isHere ? judgeSights(session.sights, at)?.activity.kind : undefined;
  if (activity === 'working' || activity === 'needsYou' || activity === 'limited') return null;
  const { beganAwake, signal, report, lost } = attempt;
  const seen = isHere ? sightsStillSince(session) : 0;
  const last = Math.max(beganAwake, signal?.awake ?? 0, report?.sinceAwake ?? 0, lost?.awake ?? 0, seen);
  return {
    at: last + job.idleTimeoutMs,
    problem: problem(
      'job.idle',
      'Nothing was heard of {job} for {minutes} minutes. Look at its terminal, then try it again.',
      { job: job.id, minutes: minutes(job.idleTimeoutMs) },
    ),
  };
}
