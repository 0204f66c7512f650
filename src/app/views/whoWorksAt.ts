import { placeOfLease, type Places } from '../places.ts';
import type { State } from '../../core/state.ts';
import type { TerminalNote } from '../ports/agentTerminals.ts';
import { allJobs } from './transcript.ts';
import { phrase } from './words.ts';

/** Who would be disturbed by somebody else's changes in a checkout: holders of leases there, the jobs that run in it, agents in terminals, and agent sessions. */
export const whoWorksAt = (
  state: State,
  places: Pick<Places, 'controlRoot'>,
  path: string,
  terminals: readonly Pick<TerminalNote, 'name' | 'cwd' | 'state' | 'alive'>[],
): readonly string[] => {
  const holders = Object.values(state.leases)
    .filter((lease) => placeOfLease(places, lease.worktree) === path)
    .map((lease) => phrase(lease.session, lease.agent));
  const workers = allJobs(state)
    .map(({ job }) => job)
    .filter((job) => job.ended === undefined && state.worktrees[job.worktree]?.path === path)
    .map((job) => phrase(job.session, job.agent));
  const inTerminals = terminals
    .filter(({ cwd, state: stands, alive }) => alive && stands === 'agent' && cwd === path)
    .map(({ name }) => name);
  const sessions = Object.values(state.agentSessions)
    .filter(({ cwd, ended }) => ended === null && cwd === path)
    .map(({ name }) => name);
  return [...new Set([...holders, ...workers, ...inTerminals, ...sessions])];
};
