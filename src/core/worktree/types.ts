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

/** Ports that no other worktree of this repository gets. */
export interface PortBlock {
  readonly first: number;
  readonly count: number;
}

/** What a worktree was made at. */
export interface WorktreeStart {
  /** As git shows it, like `origin/main`. */
  readonly name: string;
  readonly fetched: FetchedBase;
  /** When its commit was made, UTC; null where nobody could tell. */
  readonly committedAt: string | null;
}

/** What is to be done in a new worktree, so that one can work there. */
export interface SetUpWish {
  /** Paths of the main checkout that are linked to. */
  readonly links: readonly string[];
  /** Whether submodules are filled. */
  readonly submodules: boolean;
  /** Argument vectors, run one after another until one fails. */
  readonly commands: readonly (readonly string[])[];
  /** For each command, in milliseconds. */
  readonly timeoutMs: number;
}

/** What a person asked for when they had a worktree made, beside what every set-up does. */
export interface AskedSetUp {
  readonly submodules: boolean;
}

/** A command that ran in a worktree, and how. */
export interface WorktreeCommand {
  readonly argv: readonly string[];
  /** `not-run`: one before it did not pass. */
  readonly outcome: 'passed' | 'failed' | 'timed-out' | 'not-run';
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The end of what it printed, redacted. */
  readonly tail: string;
}

/** What is run in a worktree before it is removed, such as what ends the services that belong to it. */
export interface CleanUpWish {
  /** Argument vectors, run one after another until one fails. */
  readonly commands: readonly (readonly string[])[];
  /** For each command, in milliseconds. */
  readonly timeoutMs: number;
}

/** What came of a set-up. */
export interface SetUpResult {
  readonly linked: readonly string[];
  /** Copied by `.worktreeinclude`; a cut list. */
  readonly copied: readonly string[];
  /** What was there before and stayed as it is. */
  readonly kept: readonly string[];
  readonly commands: readonly WorktreeCommand[];
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
  readonly base?: WorktreeStart;
  readonly ports?: PortBlock;
  /** The set-up that was asked for with it and has not come to its end; until then it is half-made. */
  readonly asked?: AskedSetUp;
  /** The newest set-up; not there before the first. */
  readonly setUp?: SetUpResult;
}

/** A submodule whose repository is in a worktree. */
export interface SubmoduleSight {
  readonly path: string;
  /** It holds changes, new or ignored files, or files without a repository. */
  readonly changed: boolean;
  /** Commits of its branches and its HEAD that no remote of it has. */
  readonly unpushed: number;
}

/** What a look at a linked worktree found: all that its removal has to reckon with. Lists are cut, counts are not. */
export interface WorktreeSight {
  /** Absolute, as git knows it. */
  readonly path: string;
  readonly branch: string | null;
  /** The branch was made for it, and neither was it made to its end nor anything committed: it goes with it. */
  readonly branchGoes: boolean;
  readonly head: string | null;
  /** Why it is locked; an empty text is a lock without a reason, null is none. */
  readonly locked: string | null;
  /** `broken`: there is a folder, and git does not work in it as in this worktree. `aside`: its removal was cut short. */
  readonly folder: 'there' | 'missing' | 'broken' | 'aside';
  /** A merge, rebase or the like that is under way in it. */
  readonly operation: string | null;
  readonly changed: readonly string[];
  readonly untracked: readonly string[];
  /** Ignored files that the main checkout doesn't have just the same; a folder with `/` at its end. */
  readonly ignored: readonly string[];
  readonly counts: { readonly changed: number; readonly untracked: number; readonly ignored: number };
  /** What all of these take on disk. */
  readonly bytes: number;
  /** Commits that nothing but this worktree refers to. */
  readonly lost: number;
  /** Commits of its branch that no remote has; null where there is no remote. The branch stays, and they with it. */
  readonly unpushed: number | null;
  readonly submodules: readonly SubmoduleSight[];
  /** Sockets, pipes and devices in it, which no copy holds; a cut list. */
  readonly specials: readonly string[];
  /** Other worktrees of the repository that lie in it, absolute. */
  readonly nested: readonly string[];
}
