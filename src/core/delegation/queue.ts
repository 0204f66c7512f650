import type { State } from '../state.ts';
import { claimedBy } from './claims.ts';
import type { DelegatedJob } from './types.ts';

/** The jobs that wait for a session, the one that is next first. Names of jobs may be numbers, so that their order in the state says nothing. */
export const waitingFor = (state: Pick<State, 'delegations'>, session: string): readonly DelegatedJob[] =>
  Object.values(state.delegations)
    .filter((job) => job.status === 'pending' && job.session === session)
    .toSorted((a, b) => a.queued - b.queued);

/** Whether a job has to wait for others: for one that its session has or that is before it in line, or for files that it claims. */
export const isBehindOthers = (state: State, job: DelegatedJob): boolean =>
  job.status === 'pending' &&
  ((state.agentSessions[job.session]?.job ?? null) !== null ||
    waitingFor(state, job.session)[0]?.id !== job.id ||
    claimedBy(state, job) !== null);
