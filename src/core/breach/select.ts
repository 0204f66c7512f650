import { isPersonsJob } from '../job/isPersonsJob.ts';
import type { Job } from '../job/types.ts';
import type { State } from '../state.ts';
import type { Breach, Witness } from './types.ts';

/** What was found while a run's jobs worked, oldest first. */
export const breachesOfRun = (state: State, run: string): readonly Breach[] =>
  Object.values(state.breaches).filter((breach) => breach.witnesses.some((witness) => witness.run === run));

/** Those that keep its gate closed. */
export const blockingBreaches = (state: State, run: string): readonly Breach[] =>
  breachesOfRun(state, run).filter((breach) => breach.blocks && breach.accepted === undefined);

/** The jobs that programs work on now, of runs and of batches: what a person changes anywhere is their own business. */
export const openWitnesses = (state: State): readonly Witness[] =>
  Object.entries(state.openJobs).flatMap(([id, owner]) => {
    const job = (state.runs[owner] ?? state.batches[owner])?.jobs.find((one) => one.id === id);
    return job === undefined ? [] : witnessesOf(state, job);
  });

/** What a job that is given out makes of whoever does it; nothing of a person. */
export function witnessesOf({ runs }: Pick<State, 'runs'>, job: Job): readonly Witness[] {
  const run = runs[job.run];
  return run !== undefined && isPersonsJob(run, job) ? [] : [{ job: job.id, run: job.run, session: job.session }];
}
