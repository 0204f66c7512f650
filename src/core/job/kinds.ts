import type { JobKind } from './types.ts';

/** Every kind of job, as programs name it. */
export const jobKinds = [
  'implement',
  'review',
  'plan',
  'plan-talk',
  'self-review',
  'rebuttal',
  'adjudication',
  'arbitration',
] as const satisfies readonly JobKind[];

const withVerdict: ReadonlySet<JobKind> = new Set([
  'review',
  'self-review',
  'adjudication',
  'arbitration',
  'plan-talk',
]);

/** Whether a report of it has to end in a verdict. */
export const givesVerdict = (kind: JobKind): boolean => withVerdict.has(kind);

/** Whether its verdict counts for the gate. */
export const judges = (kind: JobKind): boolean => kind === 'review' || kind === 'adjudication';
