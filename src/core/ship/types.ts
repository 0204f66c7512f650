import type { Problem } from '../../base/problem.ts';

/** How a ship command ended. `unknown`: nobody saw its end, so only a person can say what it did. */
export type ShipOutcome = 'shipped' | 'failed' | 'unknown';

/** One request to ship exactly one head, by the command that a person set. */
export interface Ship {
  readonly id: string;
  readonly run: string;
  /** The tick that asked for it. */
  readonly tick: string;
  readonly argv: readonly string[];
  readonly branch: string;
  readonly base: string;
  readonly head: string;
  /** The person who asked. */
  readonly by: string;
  /** UTC, second precision. */
  readonly at: string;
  readonly outcome: ShipOutcome | 'under-way';
  readonly exitCode: number | null;
  /** The end of the command's output, redacted. */
  readonly tail: string;
  readonly problem: Problem | null;
}

/** What a tick wants to ship. */
export interface ShipRequest {
  readonly tick: string;
  readonly argv: readonly string[];
  readonly branch: string;
  readonly head: string | null;
  /** The checkout of the branch, relative to the control root; `.` for that itself. */
  readonly worktree: string;
  /** Why nothing may ship at present, such as the kill switch. */
  readonly refused: Problem | null;
}
