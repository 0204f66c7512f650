import type { Problem } from '../../base/problem.ts';

/** Within what the number of tasks at once is moved, and how readily. */
export interface PoolTerms {
  readonly min: number;
  readonly max: number;
  /** For how many tasks the number is left alone after it was moved. */
  readonly cooldown: number;
  /** How many tasks in a row have to speak for the same before it is moved. */
  readonly agree: number;
}

/** What only the machine can say, looked at when a decision is made and recorded with it. */
export interface PoolSample {
  /** Programs that want to run, for each processor; null where nobody can tell. */
  readonly load: number | null;
  /** Pairs of worktrees at work that would not merge as they are; null while nobody compares them. */
  readonly conflicts: number | null;
}

/** How a loop stood when one of its tasks had come to something. */
export interface PoolObservation extends PoolSample {
  readonly size: number;
  /** Places that were taken, that task's own among them. */
  readonly taken: number;
  /** Tasks that could begin beside those at work. */
  readonly startable: number;
  /** Tasks that could, did they not share files with those at work. */
  readonly sharing: number;
  /** Tasks of this loop that wait because somebody else holds their files. */
  readonly heldBack: number;
  /** Tasks of this loop whose work can't be put onto the base as that is now. */
  readonly unmergeable: number;
  /** Reviews that wait for a place of their own. */
  readonly reviewsWaiting: number;
  /** Seconds in which reviews and checks of that task were at work, and what is usual in this loop; null without any. */
  readonly gateSeconds: number | null;
  readonly usualGateSeconds: number | null;
  /** Agents of this loop that have reached a usage limit. */
  readonly limited: readonly string[];
}

export type PoolWish = 'raise' | 'lower' | 'keep';

/** What was decided from one observation. */
export interface PoolDecision {
  readonly wish: PoolWish;
  /** How many tasks in a row wished that. */
  readonly row: number;
  readonly from: number;
  readonly to: number;
  /** For how many tasks it is left alone from now on. */
  readonly cooling: number;
  /** What speaks for it, whether or not it is moved. */
  readonly why: Problem;
}

/** A decision with everything that it was made from. */
export interface PoolTuning extends PoolDecision {
  readonly run: string;
  readonly task: string;
  readonly outcome: 'completed' | 'deferred';
  readonly observed: PoolObservation;
}
