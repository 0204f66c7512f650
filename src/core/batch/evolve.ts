import type { DomainEvent } from '../event.ts';
import type { Job } from '../job/types.ts';
import type { State } from '../state.ts';
import type { Batch } from './types.ts';

type Batches = State['batches'];

/** Batches that have ended and are still told of. */
const mostEnded = 20;

/** The batches after an event. Those of events that are about runs stay as they are. */
export function evolveBatches(batches: Batches, event: DomainEvent, openJobs: State['openJobs'], at: string): Batches {
  if (event.type === 'batchStarted') return { ...recent(batches), [event.batch.id]: event.batch };
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

const recent = (batches: Batches): Batches => {
  const all = Object.entries(batches);
  const ended = all.filter(([, batch]) => batch.decision !== 'running').slice(-mostEnded);
  return Object.fromEntries(all.filter((one) => one[1].decision === 'running' || ended.includes(one)));
};
