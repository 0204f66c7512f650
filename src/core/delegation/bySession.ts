import type { State } from '../state.ts';
import type { DelegatedJob } from './types.ts';

/** Jobs that were handed to a session: the one that it works on, then those that wait for it, oldest first. */
export type JobsOf = (session: string) => readonly DelegatedJob[];

const inOrder = (jobs: readonly DelegatedJob[]): readonly DelegatedJob[] =>
  jobs.toSorted((a, b) => Number(a.status === 'pending') - Number(b.status === 'pending') || a.queued - b.queued);

/** For whoever asks once. */
export const jobsIn =
  ({ delegations }: Pick<State, 'delegations'>): JobsOf =>
  (session) =>
    inOrder(Object.values(delegations).filter((job) => job.session === session));

/** For whoever asks for all sessions: looking through all jobs for each of them would take the product of both. */
export const jobsBySession = ({ delegations }: Pick<State, 'delegations'>): JobsOf => {
  const all = new Map<string, DelegatedJob[]>();
  for (const job of Object.values(delegations)) {
    const own = all.get(job.session);
    if (own) own.push(job);
    else all.set(job.session, [job]);
  }
  return (session) => inOrder(all.get(session) ?? []);
};
