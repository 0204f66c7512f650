import type { DomainEvent } from '../event.ts';
import type { Job } from '../job/types.ts';
import type { Run } from './types.ts';

/** Hands out a job. Every job of a run or of a batch goes through here. */
export const dispatch = (run: Pick<Run, 'id'>, job: Job): readonly DomainEvent[] => [
  { type: 'jobDispatched', job },
  { type: 'effectRequested', effect: { kind: 'runLane', id: `${job.id}/lane`, run: run.id, job: job.id } },
];
