import { problem, type Problem } from '../../base/problem.ts';
import { sameValue } from '../../base/sameValue.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { Hold } from './types.ts';

/** Why a lane whose tools are held is no more than advisory. */
export const shellIsFree: Problem = problem(
  'lane.shellFree',
  'Its tools are refused what it may not write, but the commands of its shell are only watched. MAM takes over what is inside the claim only.',
);

/** Records how far a running lane is held; what is known already, or comes late, changes nothing. */
export function holdLane(state: State, id: string, hold: Hold): readonly DomainEvent[] {
  const owner = state.openJobs[id] ?? '';
  const job = (state.runs[owner] ?? state.batches[owner])?.jobs.find((one) => one.id === id);
  return job === undefined || (job.hold !== undefined && sameValue(job.hold, hold))
    ? []
    : [{ type: 'laneHeld', job: id, hold }];
}
