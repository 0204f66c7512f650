import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import type { Job } from './types.ts';

/** Whether a person does this job, so that no program is started for it. */
export const isPersonsJob = (run: Run, job: Pick<Job, 'agent'>): boolean =>
  run.options.people?.includes(job.agent) === true;

/** Whether this open job is a person's, so that no lane runs for it. */
export function isPersonsOpenJob({ openJobs, runs }: Pick<State, 'openJobs' | 'runs'>, id: string): boolean {
  const run = runs[openJobs[id] ?? ''];
  const job = run?.jobs.find((one) => one.id === id);
  return run !== undefined && job !== undefined && isPersonsJob(run, job);
}

/** Whether a person's report for it is awaited. */
export const awaitsReport = (run: Run, job: Job): boolean =>
  job.ended === undefined && job.handedIn === undefined && isPersonsJob(run, job);
