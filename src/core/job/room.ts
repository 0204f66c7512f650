import { isPersonsOpenJob } from './isPersonsJob.ts';
import type { State } from '../state.ts';

/** Lanes that run at once, of all loops and batches together. */
export const mostLanes = 8;

/** Whether so many lanes more can be started together now. More than ever fit start when nothing else runs. */
export const hasRoom = (state: Pick<State, 'openJobs' | 'runs'>, lanes: number): boolean => {
  const running = Object.keys(state.openJobs).filter((id) => !isPersonsOpenJob(state, id)).length;
  return running === 0 || running + lanes <= mostLanes;
};
