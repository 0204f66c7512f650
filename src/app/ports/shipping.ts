import type { Problem } from '../../base/problem.ts';
import type { Commands } from './commands.ts';

/** What the ship command needs, and nothing else gets: the person's whole environment, and nobody who forbids it. */
export interface Shipping {
  /** Which kill switch is set, as a problem; null when none is. */
  refused(): Promise<Problem | null>;
  readonly run: Commands['run'];
}
