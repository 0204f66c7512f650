import type { FileChange } from '../loop/types.ts';

/** A handed-in patch that fits: what it makes of the integration branch, and where that was when it was looked at. */
export interface ApplyPlan {
  /** SHA-256 of the task and the diff, in hex: the same patch is taken once. */
  readonly artifact: string;
  readonly task: string;
  /** Who wrote it. */
  readonly agent: string;
  readonly branch: string;
  /** The commit that it is applied to. */
  readonly parent: string;
  /** Where the branch is; null where it has to be made. */
  readonly expect: string | null;
  readonly tree: string;
  /** Digest of the patch as it may be shown. */
  readonly patch: string;
  /** What it changes. */
  readonly roundFiles: readonly FileChange[];
  /** Everything between the base and its result. */
  readonly files: readonly FileChange[];
  /** Paths that tasks may name as context without competing for them. */
  readonly contextPaths: readonly string[];
  /** A task that names nothing but context may change the whole repository. */
  readonly openContextClaims: boolean;
}

/** A patch that was taken. */
export interface Applied {
  readonly task: string;
  readonly branch: string;
  readonly head: string;
}

/** What a captured tree that no lane left comes from. */
export interface AppliedFrom {
  readonly artifact: string;
  readonly agent: string;
  /** Fixed time of its commit, so that a repeated one has the same id. */
  readonly at: string;
}
