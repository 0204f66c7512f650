import type { Attempt, DelegatedJob } from './types.ts';

/** The attempt that is under way; null when none is. */
export const openAttempt = (job: DelegatedJob): Attempt | null =>
  job.attempts.find(({ ended }) => ended === null) ?? null;

export const attemptOf = (job: DelegatedJob, attempt: number): Attempt | undefined =>
  job.attempts.find((one) => one.attempt === attempt);

/** The number of the attempt that would be next. */
export const nextAttempt = (job: DelegatedJob): number => (job.attempts.at(-1)?.attempt ?? 0) + 1;

export const isOver = (job: Pick<DelegatedJob, 'status'>): boolean =>
  job.status !== 'pending' && job.status !== 'running';

/** Whether an open attempt may come to nothing by itself: its prompt may not be there, or its process is gone. */
export const isStuck = ({ delivery, lost }: Pick<Attempt, 'delivery' | 'lost'>): boolean =>
  lost !== null || delivery.kind === 'notDelivered' || (delivery.kind === 'sending' && delivery.lost);
