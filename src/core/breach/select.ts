import { isPersonsJob } from '../job/isPersonsJob.ts';
import type { Job } from '../job/types.ts';
import type { State } from '../state.ts';
import type { Team } from '../team/types.ts';
import type { Breach, Witness } from './types.ts';

/** Whether a witness worked for a run or a batch, or judged the run's change. */
export const worksFor = (witness: Witness, run: string): boolean => witness.run === run || witness.judges === run;

/** What was found while the jobs of a run or of a batch worked, or those that judged the run's change, oldest first. */
export const breachesOfRun = (state: Pick<State, 'breaches'>, run: string): readonly Breach[] =>
  Object.values(state.breaches).filter((breach) => breach.witnesses.some((witness) => worksFor(witness, run)));

/** Those that keep its gate closed. */
export const blockingBreaches = (state: Pick<State, 'breaches'>, run: string): readonly Breach[] =>
  breachesOfRun(state, run).filter((breach) => breach.blocks && breach.accepted === undefined);

/** What nobody has accepted yet and may have changed which program git runs, whoever's work it was found beside. */
export const unsafeHooks = ({ breaches }: Pick<State, 'breaches'>): readonly Breach[] =>
  Object.values(breaches).filter(
    ({ kind, accepted }) => accepted === undefined && (kind === 'hooks' || kind === 'config' || kind === 'unseen'),
  );

/** The jobs that programs work on now, of runs, batches and teams: what a person changes anywhere is their own business. */
export const openWitnesses = (state: State): readonly Witness[] => [
  ...Object.entries(state.openJobs).flatMap(([id, owner]) => {
    const job = (state.runs[owner] ?? state.batches[owner])?.jobs.find((one) => one.id === id);
    return job === undefined ? [] : witnessesOf(state, job);
  }),
  ...Object.values(state.teams).flatMap((team) => (mayWork(team) ? [teamWitness(team)] : [])),
];

/** Whether somebody of a team may be at work: from before it is started until it was shut down. */
const mayWork = ({ decision, steps }: Team): boolean =>
  decision === 'running' && steps.includes('cleared') && !steps.includes('shutDown');

/** A team answers as one: nobody can tell its workers apart. */
export const teamWitness = ({ id }: Pick<Team, 'id'>): Witness => ({ job: id, run: id, session: 'omc-team' });

/** What a job that is given out makes of whoever does it; nothing of a person. */
export function witnessesOf({ runs, batches }: Pick<State, 'runs' | 'batches'>, job: Job): readonly Witness[] {
  const run = runs[job.run];
  if (run !== undefined && isPersonsJob(run, job)) return [];
  const judges = batches[job.run]?.change?.run ?? null;
  return [{ job: job.id, run: job.run, session: job.session, ...(judges === null ? {} : { judges }) }];
}
