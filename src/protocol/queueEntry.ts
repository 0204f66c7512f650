import type { Problem } from '../base/problem.ts';
import type { MarkdownLine } from '../base/fencedLines.ts';
import type { Field } from './queueBody.ts';

/** A task entry as it is written, before its claims are looked up on disk. */
export interface QueueEntry {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: number;
  readonly body: string;
  /** Paths and globs of the `Claims:` bullet. */
  readonly claims: readonly string[];
  /** Back-ticked tokens of the body that could be paths. */
  readonly mentions: readonly string[];
  readonly checks: readonly string[];
  /** Checks that have to fail without the change. */
  readonly proofs: readonly string[];
  /** What the `Depends on` bullet names, ids or not, and its 1-based line; null without one. */
  readonly dependsOn: { readonly tasks: readonly string[]; readonly line: number } | null;
  /** 1-based line of the heading. */
  readonly line: number;
  /** 1-based line of the last text that belongs to the entry. */
  readonly lastLine: number;
}

export interface QueueProblem {
  /** 1-based line of the heading, or of the bullet, check or fence that is at fault. */
  readonly line: number;
  readonly problem: Problem;
}

/** One entry with what there is to say about it; its heading is line 1. */
export interface EntryReading {
  readonly entry: QueueEntry;
  readonly problems: readonly QueueProblem[];
  readonly advice: readonly QueueProblem[];
}

/** Reads the lines from a heading to the next one; null when the heading has not the form of one. */
export type ReadEntry = (lines: readonly MarkdownLine[]) => EntryReading | null;

/** What the problems of an entry are found in. */
export interface EntryParts {
  readonly entry: QueueEntry;
  readonly head: readonly MarkdownLine[];
  readonly body: readonly MarkdownLine[];
  readonly fields: ReadonlyMap<string, Field>;
  /** The lines of the entry's checks, and of its proofs. */
  readonly checks: readonly MarkdownLine[];
}
