import { isoSeconds } from '../../base/clock.ts';
import { problem, type Problem } from '../../base/problem.ts';
import type { Attempt, DelegatedJob, ReportSight } from '../../core/delegation/types.ts';
import { verdictOf } from '../../protocol/report.ts';
import { provesReport } from '../../protocol/reportManifest.ts';
import type { ReportLook } from '../ports/reports.ts';

/** What is at the place of an attempt's report: its report, why it is none, or neither where nothing is there. */
export type SeenReport = {
  readonly report: Omit<ReportSight, 'sinceAwake'> | null;
  readonly refused: Problem | null;
};

const nothing: SeenReport = { report: null, refused: null };

/**
 * What a look at the place of a report tells about an attempt. Without a manifest of this attempt, what is older than the
 * attempt is somebody else's.
 */
export function sightOf(
  job: Pick<DelegatedJob, 'id' | 'kind'>,
  { attempt, beganAt }: Pick<Attempt, 'attempt' | 'beganAt'>,
  look: ReportLook,
): SeenReport {
  if (look.kind === 'refused') return { report: null, refused: look.problem };
  if (look.kind === 'none') return nothing;
  const { sha256, bytes, text } = look;
  if (text.trim() === '') return nothing;
  const manifest = look.manifest !== null && provesReport(look.manifest, { job: job.id, attempt, sha256, bytes });
  if (!manifest && isoSeconds(look.modifiedAt) < beganAt) return { report: null, refused: olderProblem };
  const word = job.kind === 'review' ? verdictOf(text) : null;
  return { report: { sha256, bytes, manifest, verdict: word === 'not-pass' ? 'notPass' : word }, refused: null };
}

const olderProblem = problem(
  'report.older',
  'The file at the place of its report is older than this attempt. Save it once more to hand it in.',
);
