import type { Effect } from '../effect.ts';
import type { Run } from '../loop/types.ts';

/** When something was, by both clocks. */
interface When {
  readonly at: string;
  readonly awakeMs: number | undefined;
}

/** A run one of whose lanes got its place. One that a new owner joins again goes on, and was begun before. */
export function beginLane(run: Run, effect: Effect | undefined, { at, awakeMs }: When): Run {
  if (effect?.kind !== 'runLane') return run;
  const isNew = run.jobs.some(({ id, begunAt }) => id === effect.job && begunAt === undefined);
  if (!isNew) return run;
  const begun = { begunAt: at, ...(awakeMs === undefined ? {} : { begunAwake: awakeMs }) };
  return { ...run, jobs: run.jobs.map((job) => (job.id === effect.job ? { ...job, ...begun } : job)) };
}
