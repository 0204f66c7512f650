import type { Effect } from '../effect.ts';
import type { Run } from '../loop/types.ts';

/** A run one of whose lanes got its place. One that a new owner joins again goes on, and was begun before. */
export function beginLane(run: Run, effect: Effect | undefined, at: string): Run {
  if (effect?.kind !== 'runLane') return run;
  const isNew = run.jobs.some(({ id, begunAt }) => id === effect.job && begunAt === undefined);
  return isNew ? { ...run, jobs: run.jobs.map((job) => (job.id === effect.job ? { ...job, begunAt: at } : job)) } : run;
}
