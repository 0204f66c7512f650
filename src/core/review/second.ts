import type { Run } from '../loop/types.ts';
import type { Verdict } from './types.ts';

/** Who still has to look at what a seat passed, and at whose verdict. */
export interface DueSecond {
  readonly agent: string;
  /** The job of the first lane. */
  readonly prior: string;
}

/**
 * The second look that a seat's pass still lacks; null where one look is enough, and where the seat did not pass: nothing
 * that a second one said could change that. `own` are the verdicts of the seat on the commit in question.
 */
export function dueSecond(run: Pick<Run, 'options' | 'jobs'>, own: readonly Verdict[]): DueSecond | null {
  if (own.some((verdict) => verdict.word !== 'pass')) return null;
  const priorOf = (job: string): string | undefined => run.jobs.find((one) => one.id === job)?.prior;
  const first = own.findLast((verdict) => priorOf(verdict.job) === undefined);
  const agent = first && run.options.seconds?.[first.agent];
  if (!first || agent === undefined) return null;
  return own.some((verdict) => priorOf(verdict.job) === first.job) ? null : { agent, prior: first.job };
}
