import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { Ailment } from '../../core/worktree/ailment.ts';
import type { SetUpResult, WorktreeSight } from '../../core/worktree/types.ts';

/** How a worktree stood whose files were kept beside its commit, as far as somebody who wants it back has to know. */
export interface KeptWorktree {
  /** Absolute, where it was. */
  readonly path: string;
  readonly branch: string | null;
  /** Null without any commit. */
  readonly head: string | null;
  readonly files: number;
  readonly bytes: number;
  /** Sockets and pipes that were there: no copy holds them. */
  readonly specials: readonly string[];
  /** The kept files and links, relative to it. */
  readonly paths: readonly string[];
}

/** A commit by its first line. */
export interface ListedCommit {
  readonly commit: string;
  readonly about: string;
}

/** How a branch stands to where work would start. */
export interface BranchStand {
  /** Commits of its own. */
  readonly ahead: number;
  readonly behind: number;
  /** When its last commit was made, UTC. */
  readonly committedAt: string;
}

/** What people do with linked worktrees, whoever made them. Part of the port `Git`. */
export interface WorktreeCare {
  /** Looks at a linked worktree of this repository; `worktree.notLinked` for anything else. Changes nothing. */
  lookAtWorktree(path: string): Promise<Result<WorktreeSight, Problem>>;
  /**
   * Removes a linked worktree. What only it holds is kept first, byte for byte: as `refs/mam/rescue/<name>`, and its files
   * with their modes beside the log. The branch stays. Null when it held nothing of its own.
   */
  removeWholeWorktree(path: string, name: string): Promise<Result<{ readonly rescue: string | null }, Problem>>;
  /**
   * Links, copies by `.worktreeinclude` and, where wanted, submodules. Nothing that is there is written over. Submodules
   * that could not be filled leave no trace: `worktree.submodulesFailed`. `worktree.notIsolated` where work in it would not
   * stay in it.
   */
  setUpWorktree(spec: {
    readonly path: string;
    readonly links: readonly string[];
    readonly submodules: boolean;
  }): Promise<Result<Omit<SetUpResult, 'commands'>, Problem>>;
  /** Looks for everything that keeps worktrees from being worked in, and for what is no longer needed: those git lists, and the folders in `roots`. */
  examineWorktrees(limits: {
    readonly roots: readonly string[];
    readonly largeBytes: number;
    /** Where work arrives; null where nobody can tell. */
    readonly base: { readonly name: string; readonly commit: string } | null;
  }): Promise<Result<readonly Ailment[], Problem>>;
  /** The commits that lead from one to another, newest first; at most a hundred. */
  listCommits(from: string, to: string): Promise<Result<readonly ListedCommit[], Problem>>;
  /** When a commit was made, UTC; null when there is no such commit. */
  commitTime(commit: string): Promise<string | null>;
  /** How a local branch stands to a commit; null when there is none, or nobody can tell. */
  branchStand(branch: string, from: string): Promise<BranchStand | null>;
  /**
   * How the worktree of a copy stood; null for a copy without files of its own. `rescue.unreadable` where it has some and
   * nobody can tell which.
   */
  keptWorktree(name: string): Promise<Result<KeptWorktree | null, Problem>>;
  /** Puts the kept files of a copy, and what was staged, into a new worktree at the commit that the old one was at. */
  putBackWorktree(name: string, path: string): Promise<Result<void, Problem>>;
}
