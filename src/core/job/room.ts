import { isPersonsOpenJob } from './isPersonsJob.ts';
import type { State } from '../state.ts';

/**
 * Whether so many lanes more can be started together now, where no more than `most` run at once. More than ever fit
 * start when nothing else runs: then as many as fit go first, and each of the others follows one that has ended.
 */
export const hasRoom = (state: Pick<State, 'openJobs' | 'runs' | 'teams'>, lanes: number, most: number): boolean => {
  // However many workers a team of another program has: what they do is not MAM's to count.
  const teams = Object.values(state.teams).filter(
    ({ decision, name }) => decision === 'running' && name !== null,
  ).length;
  const running = teams + Object.keys(state.openJobs).filter((id) => !isPersonsOpenJob(state, id)).length;
  return running === 0 || running + lanes <= most;
};
