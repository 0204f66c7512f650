import type { Job } from '../core/job/types.ts';
import type { Run } from '../core/loop/types.ts';
import type { State } from '../core/state.ts';

/** The run of an id that comes from the log itself, so that it must be there. */
export function findRun(state: State, id: string): Run {
  const run = state.runs[id];
  if (!run) throw new Error(`The log names a run that it never started: ${id}`);
  return run;
}

export function findJob(state: State, id: string): Job | undefined {
  return [...Object.values(state.runs), ...Object.values(state.batches)]
    .flatMap((owner) => owner.jobs)
    .find((job) => job.id === id);
}
