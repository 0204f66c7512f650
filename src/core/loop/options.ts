import type { Severity } from '../review/types.ts';

/** Which phases a run has beside work and review, and when it has gone on for long enough. */
export interface LoopSteps {
  /** The planner writes a plan before the first round. */
  readonly plan: boolean;
  /** How often the writer may answer the plan before it begins. The planner has the last word. */
  readonly planTalks: number;
  /** The writer looks at its own commit before anybody else does. */
  readonly selfReview: boolean;
  /** How often in a round the writer may argue against what rejected it, before the planner rules. */
  readonly maxRebuttals: number;
  /** Awake milliseconds after which no further round begins; 0 is no limit. */
  readonly maxMs: number;
  /** By round, the gravity from which a finding is worth another round; the last holds for all later ones, none means any. */
  readonly floors: readonly Severity[];
  /** What a change does to tests is looked up and put before reviewers. */
  readonly protectTests: boolean;
}

/** A run as it is without any option: work, review, repair. */
const plainSteps: LoopSteps = {
  plan: false,
  planTalks: 0,
  selfReview: false,
  maxRebuttals: 0,
  maxMs: 0,
  floors: [],
  protectTests: false,
};

/** The steps of a run, those that nobody named as they are without options. */
export const stepsOf = ({ steps }: { readonly steps?: Partial<LoopSteps> }): LoopSteps => ({ ...plainSteps, ...steps });

/** The gravity from which a finding is worth another round after this one; null when any is. */
export const floorOf = ({ floors }: LoopSteps, round: number): Severity | null =>
  floors[Math.min(round, floors.length) - 1] ?? null;
