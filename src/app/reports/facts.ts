import type { ClaimWords } from '../../core/claim/types.ts';
import type { Change } from '../tick/gatherChange.ts';

/** A report that exists or could, by its path below the reports' folder. */
export interface Artifact {
  readonly path: string;
  readonly exists: boolean;
  /** When it was made as it says itself, UTC; null when it doesn't. */
  readonly at: string | null;
}

/** Everything that the reports about a change are made from, looked up once, so that no two of them can disagree. */
export interface ReportFacts extends Change {
  /** Words that make a claim, a table for each language. */
  readonly claimWords: readonly ClaimWords[];
  /** Issues that the pull request text closes; null when none was handed in. */
  readonly closes: readonly string[] | 'missing' | null;
  /** Allowed command lines that are for the change, as `mam suggest-validation` lists them. */
  readonly validation: readonly string[];
  /** The task's own checks, else the ones that are allowed for every task. */
  readonly checks: readonly string[];
  readonly artifacts: readonly Artifact[];
  /** Argument vector of the ship command; empty for none. */
  readonly shipCommand: readonly string[];
  /** Marks that scripts around the loop leave. */
  readonly armed: boolean;
  readonly active: boolean;
  /** Somebody handed in follow-ups of a review. */
  readonly reviewFollowups: boolean;
  /** The newest event that the facts know, and when they were looked up, UTC in whole seconds. */
  readonly seq: number;
  readonly hash: string | null;
  readonly at: string;
}
