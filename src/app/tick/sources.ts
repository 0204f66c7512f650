import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { ClaimWords } from '../../core/claim/types.ts';
import type { HandoffCheck } from '../../core/handoff/types.ts';
import type { MixTarget } from '../../core/mix/types.ts';
import type { OverlapResult } from '../../core/overlap/types.ts';
import type { SurfaceRule } from '../../core/surface/types.ts';
import type { Task } from '../../core/task/types.ts';
import type { TickFacts } from '../../core/tick/types.ts';
import type { Topology } from '../../core/topology/types.ts';
import type { Git } from '../ports/git.ts';

/** The checkout that a tick looks at. */
interface TickCheckout {
  /** Null when detached. */
  readonly branch: string | null;
  readonly head: string | null;
  /** Uncommitted changes, relative to its root; only when they were asked for. */
  readonly changed: readonly string[];
}

/** The settings that a tick goes by. */
export interface TickRules {
  readonly topology: Topology;
  readonly surfaces: readonly SurfaceRule[];
  readonly words: readonly ClaimWords[];
  readonly loadBearing: readonly string[];
  readonly mix: MixTarget;
  readonly leaseTtlMs: number;
  readonly contextPaths: readonly string[];
}

/** Where a tick gets its facts from. */
export interface TickSources {
  /** Absolute path of the checkout. */
  readonly root: string;
  /** The same relative to the control root, `.` for that itself. */
  readonly worktree: string;
  checkout(withChanges: boolean): Promise<Result<TickCheckout, Problem>>;
  readonly refs: Git['refs'];
  /**
   * Files that the commits of a branch change since it left what everybody starts from; none for that itself, and a
   * problem where nobody can tell.
   */
  committed(branch: string, head: string): Promise<Result<readonly string[], Problem>>;
  /** Who else works on the issue, and the number of the branch's own open pull request. */
  overlap(about: { readonly issue: string; readonly branch: string; readonly files: readonly string[] }): Promise<{
    readonly report: OverlapResult | { readonly failed: Problem };
    readonly pullRequest: string | null;
  }>;
  /** The privacy audit of everything that was written for people to see. */
  audit(): Promise<TickFacts['privacy']>;
  /** The check of a task's hand-over notes. */
  handoff(task: Task, changed: readonly string[]): Promise<Result<HandoffCheck, Problem>>;
  /** Names of what the privacy rules find in a text. */
  readonly auditText: (text: string) => readonly string[];
  /** What the settings say, as they are now. */
  rules(topology: string): Result<TickRules, Problem>;
  ship(): Promise<TickFacts['ship']>;
}
