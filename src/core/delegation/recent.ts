import { msBetween } from '../../base/clock.ts';
import type { State } from '../state.ts';
import { without, type Own } from '../records.ts';
import { isOver } from './attempts.ts';

type Jobs = State['delegations'];

/** Ended jobs that are still told of. The log and the files of older ones stay. */
const mostEnded = 200;
/** Taken off together, so that not every end has to look through all jobs. */
const slack = 50;

/**
 * Without the ended jobs of which nothing was heard for longest; whatever is under way stays, and so does the one that has
 * just ended, however long ago it was asked for: nobody has been told of its end yet.
 */
export function withoutOldest(jobs: Jobs, newest: string, own?: Own): Jobs {
  const ended = Object.values(jobs).filter(isOver);
  if (ended.length <= mostEnded + slack) return jobs;
  const oldest = ended
    .filter(({ id }) => id !== newest)
    .toSorted((a, b) => msBetween(b.updatedAt, a.updatedAt) || a.queued - b.queued)
    .slice(0, ended.length - mostEnded);
  return oldest.reduce((left, job) => without(left, job.id, own), jobs);
}
