import type { AgentSession } from '../agentSession/types.ts';
import type { Now } from '../context.ts';
import { idleSource, type IdleSource } from './stillness.ts';
import type { Attempt, DelegatedJob, ReportSight } from './types.ts';

/** By what it is believed that an attempt is over, as the log and its messages say it. */
export type Ground =
  /** Its agent's own word; `report`: and its whole report. */
  | 'said'
  | 'report'
  | 'started'
  | 'report with its manifest'
  | 'report without a change'
  | `verdict ${NonNullable<ReportSight['verdict']>}`
  | `idle by ${IdleSource}`
  | 'nothing runs';

/** By what it is inferred that an attempt is done, once nothing is missing. */
export const groundsOf = (
  job: DelegatedJob,
  { report }: Attempt,
  session: AgentSession,
  now: Now,
): readonly Ground[] => {
  const source = idleSource(session, now);
  return [
    'started',
    report?.manifest ? 'report with its manifest' : 'report without a change',
    ...(job.kind === 'review' && report?.verdict ? [`verdict ${report.verdict}` as const] : []),
    ...(source === null ? [] : [`idle by ${source}` as const]),
    'nothing runs',
  ];
};
