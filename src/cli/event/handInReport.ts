import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { redactSecrets } from '../../core/privacy/secrets.ts';
import { checkReport, verdictOf } from '../../protocol/report.ts';
import { replaceDurably } from './durable.ts';
import type { Pass, ReportSource } from './types.ts';

const maxBytes = 4 * 1024 * 1024;

/** What proves that a report is whole, and of which attempt: it stands beside the report. */
export interface Manifest {
  readonly v: 1;
  readonly job: string;
  readonly attempt: number;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Puts a finished report where it belongs, whole and at once, and then its manifest. Secrets are taken out first. A file
 * may be that place itself. Throws what the file system says of the place.
 */
export function handInReport(pass: Pass, from: ReportSource): Result<Manifest, Problem> {
  if (pass.report === null)
    return err(
      problem('event.noReport', 'The job {job} hands in its last message, and no file. Leave --report out.', {
        job: pass.job,
      }),
    );
  const read = readReport(from);
  if (!read.ok) return read;
  // Its agent is still there to mend it; told later, nobody would be.
  if (pass.verdict && verdictOf(read.value) === null) return err(noVerdict(read.value));
  const bytes = Buffer.from(redactSecrets(read.value), 'utf8');
  const { createHash } = process.getBuiltinModule('node:crypto');
  const { job, attempt, report } = pass;
  const manifest: Manifest = {
    v: 1,
    job,
    attempt,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
  };
  const folder = dirname(report);
  replaceDurably(report, join(folder, `.report.${process.pid}.tmp`), bytes);
  replaceDurably(
    join(folder, 'manifest.json'),
    join(folder, `.manifest.${process.pid}.tmp`),
    `${JSON.stringify(manifest)}\n`,
  );
  return ok(manifest);
}

/** Why the report of a review gives no verdict. */
function noVerdict(text: string): Problem {
  const [why] = checkReport(text, null);
  return why && why.problem.code !== 'verdict.missing'
    ? why.problem
    : problem(
        'event.noVerdict',
        'This job is a review, and the last line of its report is no verdict. It must be exactly [VERDICT: PASS] or [VERDICT: NOT PASS]. Add it, then call this again.',
      );
}

function readReport(from: ReportSource): Result<string, Problem> {
  const path = 'path' in from ? from.path : '';
  let bytes: Buffer;
  try {
    bytes = 'path' in from ? readFileSync(path === '-' ? 0 : path) : Buffer.from(from.text, 'utf8');
  } catch (error) {
    return err(
      problem('event.reportUnreadable', 'The report {path} can’t be read ({reason}). Write it, then call this again.', {
        path,
        reason: error instanceof Error && 'code' in error ? String(error.code) : String(error),
      }),
    );
  }
  if (bytes.length > maxBytes)
    return err(
      problem('event.reportLarge', 'The report {path} has {bytes} bytes, and {most} are the most. Shorten it.', {
        path,
        bytes: bytes.length,
        most: maxBytes,
      }),
    );
  const text = bytes.toString('utf8');
  return text.trim() === ''
    ? err(problem('event.reportEmpty', 'The report {path} says nothing. Write it, then call this again.', { path }))
    : ok(text);
}
