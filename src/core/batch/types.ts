import type { Problem } from '../../base/problem.ts';
import type { Finding } from '../claim/types.ts';
import type { Job } from '../job/types.ts';
import type { ModelChoice } from '../model/types.ts';
import type { Identity, Verdict } from '../review/types.ts';
import type { Classification } from '../surface/types.ts';
import type { Task } from '../task/types.ts';
import type { Role } from '../topology/types.ts';

/** What one lane of a seat is run with. */
export interface BatchLane extends ModelChoice {
  readonly agent: string;
}

/** A seat of the topology in a batch. */
export interface BatchSeat extends Pick<Role, 'session' | 'shipGate' | 'focus'> {
  readonly role: string;
  /** One, or two of which the second sees the verdict of the first; none where the host judges by rule. */
  readonly lanes: readonly BatchLane[];
  /** What the first lane runs, as people may see it; empty where nothing is run. */
  readonly command: readonly string[];
  /** What a person assigned to the seat beside its task; null for nothing more. */
  readonly assignment: string | null;
}

/** The change that a batch looks at. */
export interface BatchChange {
  /** The run that made it: verdicts on its identity count for its gate. Null for anybody else's work. */
  readonly run: string | null;
  readonly task: Pick<Task, 'id' | 'title' | 'body'> | null;
  readonly branch: string;
  readonly identity: Identity;
  readonly files: readonly string[];
  readonly surface: Pick<Classification, 'surface' | 'private' | 'routine'>;
}

export interface BatchOptions {
  /** Awake milliseconds that all lanes together have, from the start of the first; 0 for no limit. */
  readonly timeoutMs: number;
  /** Commands that each lane may begin; 0 for no limit. */
  readonly maxCommands: number;
  readonly fullAccess: readonly string[];
  readonly mayRun: boolean;
  /** Absolute folder for worktrees. */
  readonly worktreesRoot: string;
  /** With what sign-in codex may work, and what was found of it. */
  readonly auth: {
    readonly mode: 'chatgpt' | 'any';
    readonly status: 'not-checked' | 'not-needed' | 'skipped' | 'ok' | 'blocked';
  };
  /** The model that was asked for, for the agents that it belongs to; null for none. */
  readonly model: string | null;
  /** Whether verdicts count for the gate of the run. */
  readonly counts: boolean;
}

/** `runner`: many seats at once. `turn`: one seat, perhaps with a second lane. */
export type BatchKind = 'runner' | 'turn';

/** What a batch is to be, before it is known whether it may be. */
export interface BatchPlan {
  readonly kind: BatchKind;
  readonly execute: boolean;
  readonly seats: readonly BatchSeat[];
  /** Null when it could not be found out. */
  readonly change: BatchChange | null;
  readonly options: BatchOptions;
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** What the host found by rule, in place of a lane. */
export interface BatchAudit {
  /** Kinds of private things in what the lanes handed in and in what the change adds, and what nobody could look at. */
  readonly found: readonly { readonly file: string; readonly issue: string }[];
  readonly claims: readonly Finding[];
}

/** Read lanes that were asked for together: they start together, share one deadline, and the first that fails ends the others. */
export interface Batch extends BatchPlan {
  readonly id: string;
  readonly decision: 'planned' | 'blocked' | 'running' | 'completed';
  readonly jobs: readonly Job[];
  readonly verdicts: readonly Verdict[];
  readonly audit: BatchAudit | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
}
