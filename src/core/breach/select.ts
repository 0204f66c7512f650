import type { State } from '../state.ts';
import type { Breach, Witness } from './types.ts';

/** What was found while a run's jobs worked, oldest first. */
export const breachesOfRun = (state: State, run: string): readonly Breach[] =>
  Object.values(state.breaches).filter((breach) => breach.witnesses.some((witness) => witness.run === run));

/** Those that keep its gate closed. */
export const blockingBreaches = (state: State, run: string): readonly Breach[] =>
  breachesOfRun(state, run).filter((breach) => breach.blocks && breach.accepted === undefined);

/** The jobs that work now. */
export const openWitnesses = (state: State): readonly Witness[] =>
  Object.entries(state.openJobs).flatMap(([job, run]) => {
    const session = state.runs[run]?.jobs.find((one) => one.id === job)?.session;
    return session === undefined ? [] : [{ job, run, session }];
  });
