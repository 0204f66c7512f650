import type { Problem } from '../../base/problem.ts';
import type { MixTarget } from '../mix/types.ts';
import type { OverlapResult } from '../overlap/types.ts';
import type { Readiness } from '../ship/readiness.ts';
import type { Classification } from '../surface/types.ts';
import type { Topology } from '../topology/types.ts';

/** A text that was handed in beside the change: the claim text, or the body of its pull request. */
export interface TextFacts {
  readonly path: string;
  /** The file does not exist. */
  readonly missing: boolean;
  /** What is wrong with it. */
  readonly findings: readonly Problem[];
}

/** Everything that one step of the orchestrator is decided on beside the log, gathered before. Plain data. */
export interface TickFacts {
  readonly topology: Topology;
  /** Ship when nothing is in the way; otherwise the step only says what it would do. */
  readonly execute: boolean;
  readonly task: string | null;
  readonly issue: string | null;
  /** `HEAD` for a detached checkout, `unknown` when there is none. */
  readonly branch: string;
  /** The branch's commit. */
  readonly head: string | null;
  /** The source root, relative to the control root; `.` for that itself. */
  readonly worktree: string;
  /** Changed files, relative to the repository root, sorted, each once. */
  readonly files: readonly string[];
  /** The task is merged, and nothing new was done for it. */
  readonly merged: boolean;
  /** What is changed in the checkout and not committed; looked at only for a tick that ships. */
  readonly uncommitted: readonly string[];
  readonly surface: Pick<Classification, 'surface' | 'confidence' | 'private' | 'needsEvidence' | 'loadBearing'>;
  readonly claimText: TextFacts | null;
  readonly prBody: TextFacts | null;
  /** Null when it was not looked for, since there is no branch or issue to look for. */
  readonly overlap: OverlapResult | { readonly failed: Problem } | null;
  readonly privacy: { readonly findings: number; readonly unreadable: number };
  readonly readiness: Pick<Readiness, 'score' | 'decision' | 'blockers' | 'warnings'>;
  /** What could not be refreshed on the way. */
  readonly unrefreshed: readonly Problem[];
  /** The mix of agents that is wanted. */
  readonly mix: MixTarget;
  /** How long a lease is good for without being renewed, in awake milliseconds. */
  readonly leaseTtlMs: number;
  /** Paths that nobody competes for. */
  readonly contextPaths: readonly string[];
  readonly ship: {
    /** Argument vector; empty when a person set none. */
    readonly command: readonly string[];
    /** Why nothing may ship at present, such as the kill switch. */
    readonly refused: Problem | null;
  };
}

/** `executing` until the ship command has ended. */
type TickDecision = 'planned' | 'blocked' | 'executing' | 'executed' | 'ship-failed';

/** One step of the orchestrator, as it is remembered. */
export interface Tick {
  readonly id: string;
  readonly mode: 'full-ship';
  readonly topology: string;
  readonly execute: boolean;
  readonly decision: TickDecision;
  readonly task: string | null;
  readonly issue: string | null;
  readonly branch: string;
  readonly head: string | null;
  readonly files: readonly string[];
  readonly overlap: 'blocked' | 'warn' | 'clear' | 'failed' | 'not-run';
  readonly shipCommand: readonly string[];
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly evidence: readonly Problem[];
  /** UTC, second precision. */
  readonly at: string;
}
