import type { Problem } from '../../base/problem.ts';
import type { LaneProposal, Proposal } from '../../core/patch/types.ts';

/** One write lane whose work is to be proposed as a patch. */
export interface PatchRequest {
  readonly execute: boolean;
  /** Null takes the task of the unfinished work, or of the seat. */
  readonly task: string | null;
  /** Null lets the settings and the mix choose. */
  readonly agent: string | null;
  readonly model: string | null;
  /** What it starts from; null for the base of the settings. */
  readonly base: string | null;
  /** What a person assigned to the writer; null where that could not be read. Absent takes MAM's own assignment. */
  readonly assignment?: string | null;
  /** 0 for no limit. */
  readonly timeoutMs: number;
  /** 0 for no limit. */
  readonly maxCommands: number;
  /** The writer gets the uncommitted changes of the checkout to claimed files. */
  readonly seedChanges: boolean;
  readonly warnings: readonly Problem[];
}

/** What came of it; `planned` has changed nothing. */
export interface PatchReport extends Omit<LaneProposal, 'verdict'> {
  readonly execute: boolean;
  readonly decision: 'planned' | 'completed' | 'blocked';
  /** Null of what was only planned. */
  readonly verdict: Proposal['verdict'] | null;
}
