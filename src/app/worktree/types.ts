import type { Problem } from '../../base/problem.ts';
import type { FetchedBase } from '../../core/worktree/types.ts';
import type { SharedBase } from '../overlap/sharedBase.ts';

/** A worktree that a role is to work in. */
export interface WorktreeWanted {
  readonly role: string;
  readonly issue: string;
  readonly branch: string;
  /** Absolute path. */
  readonly path: string;
  /** What it starts from, as it is here. */
  readonly base: SharedBase;
}

export interface PreparedWorktree {
  readonly base: SharedBase;
  readonly fetched: FetchedBase;
  readonly warnings: readonly Problem[];
}
