import { problem } from '../../base/problem.ts';
import type { Context } from '../context.ts';
import { adjudicate } from '../dispute/adjudicate.ts';
import type { DomainEvent } from '../event.ts';
import { givesVerdict } from '../job/kinds.ts';
import type { Job, LaneOutcome } from '../job/types.ts';
import type { ReviewReport } from '../outcome.ts';
import { recomputed } from '../review/recompute.ts';
import { missing, settleReview, voided } from '../review/settle.ts';
import type { Run } from './types.ts';

/** What the end of a lane means that only looked: a verdict, an answer, or neither and why. */
export function settleTurn(
  run: Run,
  job: Job,
  outcome: LaneOutcome,
  report: ReviewReport | null,
  context: Context,
): readonly DomainEvent[] {
  if (job.kind === 'implement') return [];
  if (job.kind === 'review') return settleReview(run, job, outcome, report, context);
  const none = voided(run, job, outcome, report);
  if (none) return none;
  if (!report || report.problem || (givesVerdict(job.kind) ? report.word === null : report.summary.trim() === ''))
    return [missing(run, job, report?.problem ?? unanswered(job))];
  const { word, summary: text, findings, points = [] } = report;
  const answer = { word: word === null ? null : recomputed(word, findings), text, findings, points };
  const answered: DomainEvent = { type: 'jobAnswered', run: run.id, job: job.id, answer };
  if (job.kind !== 'adjudication') return [answered];
  const ruling = adjudicate(run, job, report);
  if (!ruling || !job.identity) return [missing(run, job, unanswered(job))];
  const { id, session, role, agent, identity } = job;
  const verdict = { identity, job: id, session, role, agent, summary: text, at: context.at, ...ruling };
  return [answered, { type: 'verdictGiven', run: run.id, verdict }];
}

const unanswered = ({ role }: Job) => problem('turn.noAnswer', '{role} gave no answer. Resume to ask again.', { role });
