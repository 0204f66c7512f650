import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';

export interface PullRequest {
  readonly number: number;
  /** Branch that is to be merged. */
  readonly head: string;
  readonly headCommit: string;
  /** Branch that it is to be merged into. */
  readonly base: string;
  readonly state: 'open' | 'closed' | 'merged';
  /** It comes from another repository. */
  readonly fork: boolean;
}

/** `absent`: the forge answered that there is no such issue. */
export type IssueState = 'open' | 'closed' | 'absent';

export interface Checkout {
  /** As a person is shown it. */
  readonly path: string;
  readonly branch: string | null;
  readonly head: string | null;
}

/** Another checkout, with its changed paths; a folder ends in `/`. Null where nobody could look, and where nobody asked. */
export interface OtherCheckout extends Checkout {
  readonly dirty: readonly string[] | null;
}

/** What is known when somebody is about to work on an issue in a branch. A part that could not be read is its problem. */
export interface OverlapFacts {
  readonly issue: string;
  readonly branch: string;
  /** The checkout that is asked from; its branch is null when detached. */
  readonly current: Checkout;
  /** The shared base branch, and whether the current head contains it. */
  readonly base: Result<{ readonly name: string; readonly commit: string; readonly contained: boolean }, Problem>;
  readonly issueState: Result<IssueState, Problem>;
  readonly openPullRequests: Result<readonly PullRequest[], Problem>;
  /** Every pull request that the branch ever had. */
  readonly branchPullRequests: Result<readonly PullRequest[], Problem>;
  /** Commits that the branch holds here or was pushed with: its pull request at one of them is our own. */
  readonly ownHeads: readonly string[];
  readonly otherCheckouts: Result<readonly OtherCheckout[], Problem>;
  readonly localBranches: readonly string[];
  /** Branches of the remote without its name. */
  readonly remoteBranches: Result<readonly string[], Problem>;
  /** Load-bearing ones of the paths that are to be changed. */
  readonly loadBearing: readonly string[];
  /** Which of those paths other open pull requests touch, by number; empty when none was asked for. */
  readonly touchedBy: Result<Readonly<Record<string, readonly string[]>>, Problem>;
}

export interface OverlapResult {
  readonly result: 'blocked' | 'warn' | 'clear';
  readonly blockers: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** What was looked at and found in order. */
  readonly evidence: readonly Problem[];
}
