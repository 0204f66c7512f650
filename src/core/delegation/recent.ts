import type { State } from '../state.ts';
import { without, type Own } from '../records.ts';
import { isOver } from './attempts.ts';

type Jobs = State['delegations'];

/** Ended jobs that are still told of. The log and the files of older ones stay. */
const mostEnded = 200;
/** Taken off together, so that not every end has to look through all jobs. */
const slack = 50;

/** Without the ended jobs that are older than the newest ones; whatever is under way stays. */
export function withoutOldest(jobs: Jobs, own?: Own): Jobs {
  const ended = Object.values(jobs).filter(isOver);
  if (ended.length <= mostEnded + slack) return jobs;
  const oldest = ended.toSorted((a, b) => a.queued - b.queued).slice(0, ended.length - mostEnded);
  return oldest.reduce((left, job) => without(left, job.id, own), jobs);
}
