import type { Problem } from '../../base/problem.ts';
import type { FileChange } from '../loop/types.ts';
import type { MixTarget } from '../mix/types.ts';

/** How the tasks of a team stand, as its runner counts them. */
interface TeamTasks {
  readonly total: number;
  readonly pending: number;
  readonly inProgress: number;
  readonly completed: number;
  readonly failed: number;
}

export interface TeamWorker {
  readonly name: string;
  /** Absolute path of its checkout; null where the runner names none. */
  readonly path: string | null;
  /** Null where the runner does not say. */
  readonly alive: boolean | null;
}

export interface TeamSummary {
  readonly tasks: TeamTasks;
  readonly workers: readonly TeamWorker[];
}

/** The terminals in which a team's workers are. */
export interface TeamServer {
  readonly socket: string;
  readonly pid: number;
  /** The one session that is the team's. */
  readonly session: string;
}

/** What a worker left, as it was taken over before its team was shut down. */
export interface WorkerPatch {
  readonly name: string;
  /** Digest of the stored diff; empty where it was refused, or changes nothing. */
  readonly patch: string;
  readonly files: readonly FileChange[];
  /** Why it is not taken over. */
  readonly faults: readonly Problem[];
}

/** What a team of somebody else's runner is to do, before it is known whether it may. */
export interface TeamPlan {
  readonly execute: boolean;
  /** Seats whose assignments it gets. */
  readonly sessions: readonly string[];
  readonly task: string | null;
  /** How many workers of each agent. */
  readonly workers: MixTarget;
  /** What the workers are told, fit to be shown. */
  readonly text: string;
  /** The whole command. */
  readonly command: readonly string[];
  /** The commit that the workers' changes are compared with; null when it could not be found out. */
  readonly base: string | null;
  /** Awake milliseconds that it has altogether, at least one. */
  readonly timeoutMs: number;
  /** Awake milliseconds without any change after which it is given up while nobody in it works. */
  readonly idleMs: number;
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** What is done for a team once each, in this order. */
export type TeamStep = 'cleared' | 'shutDown' | 'published';

/** A team of workers that another program runs: what it does is taken as a proposal, and never as a verdict. */
export interface Team extends TeamPlan {
  readonly id: string;
  readonly decision: 'planned' | 'blocked' | 'running' | 'proposed' | 'completed';
  readonly steps: readonly TeamStep[];
  /** Its name at the runner, once it was started. */
  readonly name: string | null;
  /** Awake milliseconds of the control root at which its time is up, once it was started. */
  readonly deadlineAwake: number | null;
  /** When anything of it changed last. */
  readonly movedAwake: number;
  readonly summary: TeamSummary | null;
  /** How often it was looked at and had changed. */
  readonly looks: number;
  readonly patches: readonly WorkerPatch[] | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
}
