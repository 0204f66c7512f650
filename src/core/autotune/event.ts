import type { Judged } from './advice.ts';
import type { Tuning } from './tune.ts';

/** What the log holds of the efforts of lanes. */
export type TuningEvent =
  /** The lanes of a task were compared, and efforts for the next one decided. */
  | { readonly type: 'lanesTuned'; readonly loop: string; readonly tuning: Tuning }
  /** A person takes what was found about a lane for the next task. */
  | ({ readonly type: 'tuningApplied'; readonly effort: string } & ByHand)
  /** A person puts it away until the next comparison. */
  | ({ readonly type: 'tuningDismissed' } & ByHand);

interface ByHand {
  readonly role: string;
  readonly agent: string;
  /** The run after which it was found. */
  readonly run: string;
  readonly of: Judged;
  readonly by: string;
}
