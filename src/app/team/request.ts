import type { Problem } from '../../base/problem.ts';

/** A team of another program that is to work on what seats of the registry were assigned. */
export interface TeamRequest {
  readonly execute: boolean;
  /** Whether a person said that its workers may use what they are signed in to, and the network. */
  readonly acknowledged: boolean;
  /** Ids of seats; null takes all. */
  readonly sessions: readonly string[] | null;
  readonly task: string | null;
  /** The commit or branch to compare with; null takes the base of the settings. */
  readonly base: string | null;
  /** `claude` or `codex` for one worker of it; null goes by the mix. */
  readonly agent: string | null;
  readonly maxParallel: number;
  readonly mostWorkers: number;
  /** Whether only one worker may work at a time. */
  readonly serial: boolean;
  /** 0 for the longest that any team gets. */
  readonly timeoutMs: number;
  /** How long nobody in it may be at work, in awake milliseconds. */
  readonly idleMs: number;
  /** By seat, what a person assigned to it; null where that could not be read. Absent takes MAM's own assignments. */
  readonly assignments?: Readonly<Record<string, string | null>>;
  readonly warnings: readonly Problem[];
}
