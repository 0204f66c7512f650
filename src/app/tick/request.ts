import type { Problem } from '../../base/problem.ts';

/** A text file that somebody handed in; `text` is null when there is no such file. */
export interface GivenText {
  /** As a person named it. */
  readonly path: string;
  readonly text: string | null;
}

/** What one step of the orchestrator is asked for. What is left out is looked up. */
export interface TickRequest {
  /** Id of the topology; null takes the one that the task was run with, else the usual one. */
  readonly topology: string | null;
  /** Ship when nothing is in the way. */
  readonly execute: boolean;
  readonly task: string | null;
  readonly issue: string | null;
  /** Null for the one that is checked out. */
  readonly branch: string | null;
  /** Changed files as somebody named them. */
  readonly files: readonly string[];
  /** Whether the uncommitted changes of the checkout count too. */
  readonly fromGit: boolean;
  readonly claimText: GivenText | null;
  readonly prBody: GivenText | null;
  /** The files that were handed in with the request, relative to the source root: they are no part of the change. */
  readonly handedIn: readonly string[];
  /** Null for the usual one. */
  readonly leaseTtlMs: number | null;
  /** What was handed in and is of no use, so that nobody thinks it was looked at. */
  readonly unused: readonly Problem[];
}
