import type { Problem } from '../../base/problem.ts';
import type { OverlapWith } from '../overlap/radar.ts';
import type { LaneRules, QueueLane } from '../queue/lanes.ts';
import type { State } from '../state.ts';

/** A task that somebody may want in the queue. Nothing becomes of it before a person says so. */
interface Suggestion {
  /** The same for the same reason, so that it is known again; not blank. */
  readonly title: string;
  /** 0 (first) to 9 (last). */
  readonly priority: number;
  readonly ownerRole: string;
  readonly goal: string;
  readonly reason: Problem;
  readonly claims: readonly string[];
  readonly acceptance: readonly string[];
  /** Command lines that show that it is done. */
  readonly validation: readonly string[];
}

/** What an agent proposed in its report: listed, and never obeyed. */
export interface Proposal extends Omit<Suggestion, 'reason'> {
  /** Why, in the agent's own words; may be empty. */
  readonly why: string;
  /** Who proposed it. */
  readonly role: string;
}

/** What the signals look at. */
export interface RecommendFacts {
  readonly state: State;
  readonly rules: LaneRules;
  /** What worktrees have to do with each other, by path; null where nobody looks. */
  readonly overlaps: ReadonlyMap<string, readonly OverlapWith[]> | null;
  readonly proposals: readonly Proposal[];
}

/** One thing that MAM sees in how the work goes, and the tasks that would mend it. */
export interface Signal {
  readonly id: string;
  /** It passes on what an agent wrote: no switch puts that into the queue, only a person. */
  readonly byAgent?: true;
  find(facts: RecommendFacts): readonly Suggestion[];
}

export interface Recommendation extends Suggestion {
  readonly trigger: string;
  readonly lane: QueueLane;
  readonly byAgent: boolean;
}
