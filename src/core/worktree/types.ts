/** `write`: the writer's throw-away checkout. `review`, `check`: detached at an exact commit. `person`: made on request. */
export type WorktreePurpose = 'write' | 'review' | 'check' | 'person';

/** Whether the base of a worktree was brought up to date first: `failed` is mostly being offline. */
export type FetchedBase = 'fetched' | 'failed' | 'no-remote';

/** For whom a worktree is prepared, and on what. */
export interface Prepared {
  readonly role: string;
  readonly issue: string;
  /** As git shows it, like `origin/main`. */
  readonly base: string;
  readonly fetched: FetchedBase;
}

export interface Worktree {
  readonly id: string;
  readonly run: string | null;
  readonly purpose: WorktreePurpose;
  /** Absolute path. */
  readonly path: string;
  /** Branch without `refs/heads/`, or null when detached. */
  readonly branch: string | null;
  /** The commit that it was created at. */
  readonly commit: string;
  readonly state: 'creating' | 'ready' | 'removing' | 'failed';
}
