import type { LoopSteps } from '../../core/loop/options.ts';
import type { GivenTask } from '../../core/task/given.ts';

/** One loop on one piece of work, as a person asks for it by name. */
export interface LoopWish {
  /** An entry of the queue by its id, or what is to be done in a person's own words. */
  readonly task: string | GivenTask;
  /** The agent that writes, or a session whose agent does. */
  readonly creator: string;
  /** Who reviews: agents or sessions; everybody who is ready but the creator; null leaves it to the settings. */
  readonly reviewers: readonly string[] | 'all' | null;
  /** Where the work is, and what it counts from; null for a branch of MAM's own. */
  readonly place: PlaceWish | null;
  /** Files that it may write; empty for all. */
  readonly claims: readonly string[];
  /** Steps around the work, over the settings. */
  readonly steps: Partial<LoopSteps>;
  /** Who plans; null leaves it to the settings. */
  readonly planner: string | null;
  /** Rounds at most; null leaves it to the settings. */
  readonly maxRounds: number | null;
}

export interface PlaceWish {
  /** Absolute; null for the main checkout. */
  readonly path: string | null;
  readonly base: string | null;
  readonly reviewOnly: boolean;
}
