import { problem, type Problem } from '../../base/problem.ts';
import { contested, sharedWith } from '../lease/shared.ts';
import type { State } from '../state.ts';
import { openAttempt } from './attempts.ts';
import type { DelegatedJob } from './types.ts';

/** Files that a sentence names before it stops. */
const named = 5;

/**
 * The jobs that are under way and may write one of some files, as what is in the way. A job has its claim from the
 * beginning of an attempt to the attempt's end, without a lease: it can't outlive what it is held for. Where an attempt was
 * taken from its agent, that end is when the agent is seen to rest.
 */
export function jobsAtWorkOn(
  state: State,
  claims: readonly string[],
  context: readonly string[] | undefined,
  isOwn: (job: DelegatedJob) => boolean = () => false,
): readonly Problem[] {
  const left = lingering(state);
  const open = Object.values(state.delegations).filter(
    (job) => (job.status === 'running' || left.has(job.id)) && job.claims.length > 0 && !isOwn(job),
  );
  if (open.length === 0) return [];
  const clashesOf = sharedWith(claims, context);
  return open.flatMap((job) => {
    if (clashesOf(job.claims).length === 0) return [];
    const files = contested(job.claims, claims, context);
    return [job.status === 'running' ? inTheHandsOf(state, job, files) : notAtRest(state, job, files)];
  });
}

/** The jobs that were taken from agents which do not rest yet. */
const lingering = ({ agentSessions }: State): ReadonlySet<string | null> =>
  new Set(Object.values(agentSessions).map(({ lingers }) => lingers));

const notAtRest = (state: State, job: DelegatedJob, files: readonly string[]): Problem =>
  problem(
    'lease.ofEndedJob',
    '{files} may still be written by {session}, which was not seen to rest since its job {job} ended. Wait until it rests, or stop it with `mam session stop {session}`.',
    {
      files: [...files].toSorted().slice(0, named).join(', '),
      session: state.agentSessions[job.session]?.name ?? job.session,
      job: job.id,
    },
  );

const inTheHandsOf = (state: State, job: DelegatedJob, files: readonly string[]): Problem =>
  problem(
    'lease.ofJob',
    '{files} is in the hands of {session} since {since}, for the job {job}. Wait until that job ends, or choose other files.',
    {
      files: [...files].toSorted().slice(0, named).join(', '),
      session: state.agentSessions[job.session]?.name ?? job.session,
      since: openAttempt(job)?.beganAt ?? job.updatedAt,
      job: job.id,
    },
  );
