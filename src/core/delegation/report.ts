import { sameValue } from '../../base/sameValue.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { attemptOf } from './attempts.ts';
import type { DelegationCommand } from './command.ts';
import { stillMs } from './stillness.ts';
import type { Attempt, DelegatedJob, ReportSight } from './types.ts';

type Sight = Pick<Extract<DelegationCommand, { type: 'sightReport' }>, 'attempt' | 'report' | 'refused'>;

/** What was seen of the report of an attempt. Nothing from before its prompt was typed is its. */
export function sightReport(
  job: DelegatedJob,
  command: Sight,
  { awakeMs }: Pick<Context, 'awakeMs'>,
): readonly DomainEvent[] {
  const attempt = attemptOf(job, command.attempt);
  if (!attempt || attempt.ended || attempt.delivery.kind === 'waiting') return [];
  const refused: readonly DomainEvent[] = sameValue(command.refused, attempt.refused)
    ? []
    : [{ type: 'reportRefused', job: job.id, attempt: attempt.attempt, problem: command.refused }];
  const seen = command.report !== null && isLeftOver(job, attempt, command.report) ? null : command.report;
  if (sameValue(seen, withoutTime(attempt.report))) return refused;
  const report: ReportSight | null = seen && { ...seen, sinceAwake: awakeMs };
  return [...refused, { type: 'reportSighted', job: job.id, attempt: attempt.attempt, report }];
}

/** Whether a sight of a report tells anything that is not known of its job: no transaction is worth any other. */
export const isReportNews = (job: DelegatedJob | undefined, sight: Sight): boolean =>
  job !== undefined && sightReport(job, sight, { awakeMs: 0 }).length > 0;

function withoutTime(report: ReportSight | null): Omit<ReportSight, 'sinceAwake'> | null {
  if (report === null) return null;
  const { sinceAwake: _, ...seen } = report;
  return seen;
}

/** What an earlier attempt left behind is not this one's, unless this one says so. */
const isLeftOver = (job: DelegatedJob, { attempt }: Attempt, report: Omit<ReportSight, 'sinceAwake'>): boolean =>
  !report.manifest && job.attempts.some((one) => one.attempt < attempt && one.report?.sha256 === report.sha256);

/** Awake milliseconds at which a report counts as whole: at once if it says so itself, or once it rested long enough. */
export const wholeAt = ({ manifest, sinceAwake }: ReportSight): number =>
  manifest ? sinceAwake : sinceAwake + stillMs;

export const isWhole = (report: ReportSight, awakeMs: number): boolean => report.manifest || wholeAt(report) <= awakeMs;
