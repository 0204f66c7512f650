import type { Problem, Translate } from '../../base/problem.ts';
import type { OverlapWith } from '../../core/overlap/radar.ts';
import type { LaneVerdict } from '../../core/queue/lanes.ts';
import type { Recommendation } from '../../core/recommend/types.ts';
import type { State } from '../../core/state.ts';
import type { Task } from '../../core/task/types.ts';
import type { OwnerInfo } from '../ports/eventStore.ts';
import type { WorktreeStatus } from '../ports/git.ts';
import type { Kept } from './kept.ts';

/** What a view needs of its reader: language, time and time zone. */
export interface ViewContext {
  readonly t: Translate;
  /** Now, as an ISO time. */
  readonly now: () => string;
  /** Milliseconds since `iso`; negative when it lies ahead. */
  readonly age: (iso: string) => number;
  /** `14:02` in the reader's time zone. */
  readonly clock: (iso: string) => string;
  /** `Dec 3` in the reader's time zone. */
  readonly day: (iso: string) => string;
  /** The newest line that a running lane printed, or null. */
  readonly progress: (job: string) => string | null;
  /** What this reader was shown before; absent for one who looks once. */
  readonly kept?: Kept;
}

/** What there is to show. */
export interface Scene {
  readonly state: State;
  /** Why the engine can't work, or null. */
  readonly problem: Problem | null;
  readonly role: 'owner' | 'mirror';
  readonly owner: OwnerInfo | null;
  /** Name of the repository's folder. */
  readonly repository: string;
  /** The linked worktree that this window or command is in, by absolute path; absent in the main checkout. */
  readonly checkout?: string;
  /** How the worktrees stand on disk, by absolute path; empty before the first look. */
  readonly worktrees: ReadonlyMap<string, WorktreeStatus>;
  /** What they have to do with each other, by absolute path; null where nobody follows it, no entry before the first look. */
  readonly overlaps: ReadonlyMap<string, readonly OverlapWith[]> | null;
  /** What could be put into the queue. */
  readonly recommendations: readonly Recommendation[];
  /** Beside what a task may be worked on; absent where nobody asks. */
  readonly laneOf?: (task: Task) => LaneVerdict;
  /** Awake milliseconds of the control root; null when nobody counts them here. */
  readonly awakeMs: number | null;
}

/** A problem's sentence in the reader's language. */
export const sentence = (ctx: ViewContext, problem: Problem): string => ctx.t(problem.text, problem.params);
