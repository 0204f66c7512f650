import { sameValue } from '../../base/sameValue.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { Hold } from './types.ts';

/** Records how far a running lane is held; what is known already, or comes late, changes nothing. */
export function holdLane(state: State, id: string, hold: Hold): readonly DomainEvent[] {
  const owner = state.openJobs[id] ?? '';
  const job = (state.runs[owner] ?? state.batches[owner])?.jobs.find((one) => one.id === id);
  return job === undefined || (job.hold !== undefined && sameValue(job.hold, hold))
    ? []
    : [{ type: 'laneHeld', job: id, hold }];
}
