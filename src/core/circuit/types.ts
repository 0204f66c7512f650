import type { Problem } from '../../base/problem.ts';

/** How an agent has done of late: there is one of these from its first failed lane to the next one that hands in something. */
export interface Circuit {
  /** Its lanes that failed one after another, whatever they were about. */
  readonly failures: number;
  /** Why the last of them did. */
  readonly why: Problem;
  /** How often it was opened since; once more after each trial that failed. */
  readonly openings: number;
  /** It gets no job; null while it does. */
  readonly open: {
    readonly since: string;
    /** Awake time of the control root from which one job may try it. */
    readonly untilAwake: number;
    /** The job that tries it; null while none does. */
    readonly trial: string | null;
  } | null;
}

/** When an agent gets no more jobs, as its loop was started with. */
export interface BreakerTerms {
  /** Lanes in a row that fail. */
  readonly failures: number;
  /** Awake milliseconds before the first trial; each further one comes after twice the time. */
  readonly backOffMs: number;
}
