import type { DomainEvent } from '../event.ts';
import type { Job } from '../job/types.ts';
import { recent } from '../records.ts';
import type { State } from '../state.ts';
import type { Batch } from './types.ts';

type Batches = State['batches'];

/** Batches whose lanes ran and have ended, and batches of which nothing was started, that are still told of: as many of each. */
const mostEnded = 20;

const isStarted = ({ jobs }: Batch): boolean => jobs.length > 0;

/** The batches after an event. Those of events that are about runs stay as they are. */
export function evolveBatches(batches: Batches, event: DomainEvent, openJobs: State['openJobs'], at: string): Batches {
  if (event.type === 'batchStarted') return { ...recent(batches, isStarted, mostEnded), [event.batch.id]: event.batch };
  const id = aboutBatch(event, openJobs);
  const batch = id !== undefined && Object.hasOwn(batches, id) ? batches[id] : undefined;
  const next = batch && evolveBatch(batch, event, at);
  return next && next !== batch ? { ...batches, [next.id]: next } : batches;
}

function aboutBatch(event: DomainEvent, openJobs: State['openJobs']): string | undefined {
  if ('batch' in event && typeof event.batch === 'string') return event.batch;
  if (event.type === 'jobDispatched') return event.job.run;
  if (event.type === 'jobEnded' || event.type === 'laneHeld') return openJobs[event.job];
  return 'run' in event ? event.run : undefined;
}

function evolveBatch(batch: Batch, event: DomainEvent, at: string): Batch {
  switch (event.type) {
    case 'jobDispatched':
      return { ...batch, jobs: [...batch.jobs, event.job] };
    case 'jobEnded':
      return {
        ...batch,
        jobs: batch.jobs.map((job): Job =>
          job.id === event.job ? { ...job, ended: { at, outcome: event.outcome } } : job,
        ),
      };
    case 'laneHeld':
      return {
        ...batch,
        jobs: batch.jobs.map((job): Job => (job.id === event.job ? { ...job, hold: event.hold } : job)),
      };
    case 'verdictGiven':
      return { ...batch, verdicts: [...batch.verdicts, event.verdict] };
    case 'verdictMissing':
      return {
        ...batch,
        jobs: batch.jobs.map((job): Job => (job.id === event.job ? { ...job, noVerdict: event.problem } : job)),
      };
    case 'batchBlocked':
      return { ...batch, blockers: [...batch.blockers, event.problem] };
    case 'batchAudited':
      return { ...batch, audit: event.audit };
    case 'batchEnded':
      return { ...batch, decision: event.decision, endedAt: at };
    default:
      return batch;
  }
}
