import type { Finding, Verdict, VerdictWord } from '../review/types.ts';

/** What a writer says to a finding, and what a reviewer or the planner makes of that. */
export type PointWord = 'accepted' | 'rebutted' | 'upheld' | 'withdrawn';

export interface PointAnswer {
  /** Number of the point, from 1. */
  readonly point: number;
  readonly word: PointWord;
  readonly reason: string;
}

/** A finding that can be argued about. */
export interface Point {
  readonly number: number;
  /** The verdict that it is part of. */
  readonly verdict: Verdict;
  readonly finding: Finding;
}

/** What a job came to that is no verdict for the gate: a plan, a self-review, an argument, a ruling. */
export interface JobAnswer {
  /** Null where none is asked for. */
  readonly word: VerdictWord | null;
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly points: readonly PointAnswer[];
}
