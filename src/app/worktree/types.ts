import type { Problem } from '../../base/problem.ts';
import type { FetchedBase, PortBlock, SetUpResult } from '../../core/worktree/types.ts';
import type { SharedBase } from '../overlap/sharedBase.ts';

/** A worktree that is to be made: for a role, or for a person's own work, which is for no issue. */
export interface WorktreeWanted {
  readonly branch: string;
  /** Absolute path. */
  readonly path: string;
  /** What it starts from, as it is here. */
  readonly base: SharedBase;
  readonly prepares: { readonly role: string; readonly issue: string } | null;
  /** Fill its submodules, too. */
  readonly submodules?: boolean;
}

export interface PreparedWorktree {
  readonly base: SharedBase;
  readonly fetched: FetchedBase;
  /** When the base's commit was made, UTC; null where nobody could tell. */
  readonly committedAt: string | null;
  readonly ports: PortBlock | null;
  /** Null where there was nothing to set up, or that failed. */
  readonly setUp: SetUpResult | null;
  readonly warnings: readonly Problem[];
}

/** What somebody asks for: a worktree for an issue that exists, or for one that has to be opened first. */
export interface WorktreeWish {
  readonly role: string;
  /** Words for the names of branch and folder, in the form of a slug. */
  readonly slug: string;
  readonly type: string;
  readonly issue: string | null;
  /** Title of the issue to open; null when there is one already. */
  readonly title: string | null;
  /** The branch to start from, as a person named it; null for the shared base. */
  readonly base: string | null;
}

/** What came of a wish, or what would. */
export interface IssueWorktree {
  /** `planned`: only looked at. `made`: by this call. `joined`: it was there, or somebody else was making it. */
  readonly state: 'planned' | 'made' | 'joined';
  readonly branch: string;
  /** Absolute path. */
  readonly path: string;
  /** Null while it is not open yet. */
  readonly issue: string | null;
  /** The commit that it starts at, or was made at. */
  readonly base: string;
  /** Null unless it was made by this call. */
  readonly fetched: FetchedBase | null;
  /** The commands that do the same by hand; none for what was there. */
  readonly commands: readonly string[];
  readonly warnings: readonly Problem[];
}
