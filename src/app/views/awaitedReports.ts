import { awaitsReport } from '../../core/job/isPersonsJob.ts';
import type { Job } from '../../core/job/types.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';

interface AwaitedReport {
  readonly run: Run;
  readonly job: Job;
}

/** Jobs of people whose reports are not handed in yet, those of the newest run first. */
export const awaitedReports = (state: State): readonly AwaitedReport[] =>
  newestFirst(state).flatMap((run) => run.jobs.filter((job) => awaitsReport(run, job)).map((job) => ({ run, job })));
