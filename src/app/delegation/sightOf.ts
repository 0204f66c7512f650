import { isoSeconds } from '../../base/clock.ts';
import type { Attempt, DelegatedJob, ReportSight } from '../../core/delegation/types.ts';
import { verdictOf } from '../../protocol/report.ts';
import { provesReport } from '../../protocol/reportManifest.ts';
import type { ReportLook } from '../ports/reports.ts';

/**
 * What a look at the place of a report tells about an attempt: null when nothing there is its report. Without a manifest
 * of this attempt, what is older than the attempt is somebody else's.
 */
export function sightOf(
  job: Pick<DelegatedJob, 'id' | 'kind'>,
  { attempt, beganAt }: Pick<Attempt, 'attempt' | 'beganAt'>,
  look: ReportLook,
): Omit<ReportSight, 'sinceAwake'> | null {
  if (look.kind !== 'report') return null;
  const { sha256, bytes, text } = look;
  if (text.trim() === '') return null;
  const manifest = look.manifest !== null && provesReport(look.manifest, { job: job.id, attempt, sha256, bytes });
  if (!manifest && isoSeconds(look.modifiedAt) < beganAt) return null;
  const word = job.kind === 'review' ? verdictOf(text) : null;
  return { sha256, bytes, manifest, verdict: word === 'not-pass' ? 'notPass' : word };
}
