import { isPersonsJob } from '../job/isPersonsJob.ts';
import type { State } from '../state.ts';
import type { Breach, Witness } from './types.ts';

/** What was found while a run's jobs worked, oldest first. */
export const breachesOfRun = (state: State, run: string): readonly Breach[] =>
  Object.values(state.breaches).filter((breach) => breach.witnesses.some((witness) => witness.run === run));

/** Those that keep its gate closed. */
export const blockingBreaches = (state: State, run: string): readonly Breach[] =>
  breachesOfRun(state, run).filter((breach) => breach.blocks && breach.accepted === undefined);

/** The jobs that programs work on now: what a person changes anywhere is their own business. */
export const openWitnesses = (state: State): readonly Witness[] =>
  Object.entries(state.openJobs).flatMap(([id, runId]) => {
    const run = state.runs[runId];
    const job = run?.jobs.find((one) => one.id === id);
    return run === undefined || job === undefined || isPersonsJob(run, job)
      ? []
      : [{ job: id, run: runId, session: job.session }];
  });
