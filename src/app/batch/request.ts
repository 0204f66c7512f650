import type { Problem } from '../../base/problem.ts';
import type { BatchKind } from '../../core/batch/types.ts';

/** Which seats are to look at what, and within which limits. */
export interface BatchRequest {
  readonly kind: BatchKind;
  readonly execute: boolean;
  /** Ids of seats; null takes all. */
  readonly sessions: readonly string[] | null;
  /** The role that the one seat is said to have; null where nobody said it. */
  readonly role: string | null;
  /** An agent for every seat; null lets the settings and the mix choose. */
  readonly agent: string | null;
  /** A model for the agents that it belongs to; null takes what the settings and the table say. */
  readonly model: string | null;
  readonly task: string | null;
  /** The commit or branch to compare with; null takes the base of the settings. */
  readonly base: string | null;
  readonly sandbox: 'read-only' | 'workspace-write' | 'danger-full-access';
  readonly maxParallel: number;
  /** 0 for no limit. */
  readonly timeoutMs: number;
  /** 0 for no limit. */
  readonly maxCommands: number;
  /** Whether verdicts count for the gate of the run that made the change. */
  readonly counts: boolean;
  /** Whether a seat gets a second lane of another agent, which sees the verdict of the first. */
  readonly dual: boolean;
  /** By seat, what a person assigned to it; null where that could not be read. Absent takes MAM's own assignments. */
  readonly assignments?: Readonly<Record<string, string | null>>;
  /** What a person should know of how the request was read. */
  readonly warnings: readonly Problem[];
}
