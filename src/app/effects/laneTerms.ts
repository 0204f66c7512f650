import { childTimeout } from '../../core/autoLoop/timeLeft.ts';
import { isPersonsJob } from '../../core/job/isPersonsJob.ts';
import type { Job } from '../../core/job/types.ts';
import type { State } from '../../core/state.ts';
import type { LaneSpec } from '../ports/agents.ts';

/** Under what a lane works: what its loop or its batch was started with. */
export interface LaneTerms extends Pick<LaneSpec, 'timeoutMs' | 'fullAccess' | 'mayRun' | 'maxCommands'> {
  /** The commit that its change is compared with; null before there is one. */
  readonly base: string | null;
  /** What a writer may change. */
  readonly claims: readonly string[];
  /** No program is started: a person does it. */
  readonly byPerson: boolean;
}

/** The terms of a job that starts when `awakeMs` have been counted; null when the log knows neither a run nor a batch of it. */
export function laneTerms({ runs, batches, loops }: State, job: Job, awakeMs: number): LaneTerms | null {
  const run = runs[job.run];
  if (run)
    return {
      base: run.base?.commit ?? null,
      claims: run.claims,
      byPerson: isPersonsJob(run, job),
      timeoutMs: childTimeout(loops[run.loop], awakeMs, run.options.laneTimeoutMs),
      fullAccess: run.options.fullAccess.includes(job.agent),
      mayRun: job.access === 'read' && run.options.reviewersMayRun === true,
      ...(run.options.patch && run.options.patch.terms.maxCommands > 0
        ? { maxCommands: run.options.patch.terms.maxCommands }
        : {}),
    };
  const batch = batches[job.run];
  if (!batch) return null;
  const { options, change } = batch;
  return {
    base: change?.identity.base ?? null,
    claims: [],
    byPerson: false,
    // One that waited for its place has only what the others left of their time.
    timeoutMs:
      job.limits && options.timeoutMs > 0 ? Math.max(job.limits.deadlineAwake - awakeMs, 1) : options.timeoutMs,
    fullAccess: options.fullAccess.includes(job.agent),
    mayRun: options.mayRun,
    ...(options.maxCommands > 0 ? { maxCommands: options.maxCommands } : {}),
  };
}
