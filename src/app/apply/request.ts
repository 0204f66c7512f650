import type { Problem } from '../../base/problem.ts';

/** A patch that was handed in for a task. */
export interface ApplyRequest {
  readonly execute: boolean;
  readonly task: string;
  /** SHA-256 of the task and the diff, in hex. */
  readonly artifact: string;
  /** Who wrote it. */
  readonly agent: string;
  readonly diff: string;
  /** Merge it where it does not fit as it stands. */
  readonly threeWay: boolean;
  /** What a branch that has to be made starts from; null for the base of the settings. */
  readonly base: string | null;
}

/** What came of it. `blocked` has changed nothing. */
export interface ApplyReport {
  readonly decision: 'blocked' | 'checked' | 'applied';
  readonly execute: boolean;
  readonly task: string;
  readonly branch: string;
  /** The commit of the patch once it is applied. */
  readonly head: string | null;
  readonly files: readonly string[];
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}
