import { problem, type Problem } from '../../base/problem.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import type { Job, LaneOutcome } from '../job/types.ts';
import type { Run } from '../loop/types.ts';
import type { ReviewReport } from '../outcome.ts';
import { recomputed } from './recompute.ts';

/** What follows from an end that says nothing of what was looked at; null when there is something to read. */
export function voided(
  run: Pick<Run, 'id'>,
  job: Job,
  outcome: LaneOutcome,
  report: ReviewReport | null,
): readonly DomainEvent[] | null {
  if (report?.integrityFault) {
    const fault = problem(
      'review.wrote',
      '{role} changed files although it may only read, so its review does not count. Resume to go on with a fresh one.',
      { role: job.role },
    );
    return [{ type: 'faultFound', run: run.id, problem: fault }, missing(run, job, fault)];
  }
  // Nothing is said of the change; it is asked again when the limit is lifted.
  if (outcome.kind === 'limited') return [];
  return outcome.kind === 'report' ? null : [missing(run, job, outcome.problem)];
}

/** What a reviewer's end means: a verdict for the identity it was given, or no verdict and why. Never a pass by default. */
export function settleReview(
  run: Pick<Run, 'id'>,
  job: Job,
  outcome: LaneOutcome,
  report: ReviewReport | null,
  context: Context,
): readonly DomainEvent[] {
  const none = voided(run, job, outcome, report);
  if (none) return none;
  if (!report || !job.identity)
    return [
      missing(
        run,
        job,
        problem('review.unread', '{role} ended, but its report was not read. Resume to ask again.', { role: job.role }),
      ),
    ];
  if (report.word === null)
    return [
      missing(run, job, report.problem ?? problem('review.noVerdict', '{role} gave no verdict.', { role: job.role })),
    ];
  const verdict = {
    identity: job.identity,
    job: job.id,
    session: job.session,
    role: job.role,
    agent: job.agent,
    word: recomputed(report.word, report.findings),
    summary: report.summary,
    findings: report.findings,
    at: context.at,
  };
  return [{ type: 'verdictGiven', run: run.id, verdict }];
}

/** A job came to no verdict or answer. */
export const missing = (run: Pick<Run, 'id'>, job: Job, reason: Problem): DomainEvent => ({
  type: 'verdictMissing',
  run: run.id,
  job: job.id,
  problem: reason,
});
