import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DelegatedJob } from '../../core/delegation/types.ts';
import type { Places } from '../places.ts';
import type { Ports } from '../ports.ts';
import { attemptBrief } from './attemptBrief.ts';
import { attemptFiles, type AttemptFiles } from './attemptFiles.ts';

type Deps = Pick<Ports, 'files' | 'keys'> & {
  readonly places: Pick<Places, 'jobs'>;
  readonly laneEnv: Readonly<Record<string, string>>;
};

/**
 * Lays out what an attempt needs before its prompt is typed: what lets its agent speak, which only the user can read, and
 * its brief. Both are the same each time, so that it may be done again.
 */
export async function prepareAttempt(
  job: DelegatedJob,
  attempt: number,
  { files, keys, places, laneEnv }: Deps,
): Promise<Result<AttemptFiles, Problem>> {
  const { MAM_BIN: bin, MAM_SPOOL: spool } = laneEnv;
  if (bin === undefined || spool === undefined) return err(noWay(job.id));
  const found = attemptFiles(places.jobs, job.id, attempt);
  if (!found.ok) return found;
  const { brief, pass, report } = found.value;
  const token = keys.jobToken(job.id, attempt);
  const passed = await files.write(
    pass,
    `${JSON.stringify({ v: 1, job: job.id, attempt, token, spool, report, ...(job.kind === 'review' ? { verdict: true } : {}) })}\n`,
    'user',
  );
  if (!passed.ok) return passed;
  const written = await files.write(brief, attemptBrief(job, attempt, found.value, bin));
  return written.ok ? ok(found.value) : written;
}

const noWay = (job: string): Problem =>
  problem(
    'job.noWay',
    'The agent of {job} would have no way to be heard in this host. Start it from the editor or with mam.',
    {
      job,
    },
  );
