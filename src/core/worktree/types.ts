/** `write`: the writer's throw-away checkout. `review`, `check`: detached at an exact commit. `person`: made on request. */
export type WorktreePurpose = 'write' | 'review' | 'check' | 'person';

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
