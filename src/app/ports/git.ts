import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { SharedFact } from '../../core/breach/types.ts';
import type { Base, FileChange } from '../../core/loop/types.ts';
import type { Seed } from '../../core/patch/types.ts';
import type { WorktreeCare } from './worktreeCare.ts';
import type { GraftGit } from './gitGraft.ts';
import type { SourceGit } from './gitSource.ts';

export interface RepositoryFacts {
  /** Real path of the git common dir: the identity of the control root. */
  readonly commonDir: string;
  /** Main checkout, or in a bare layout the folder that holds the common dir and a worktree of it. */
  readonly controlRoot: string;
  /** Top level of the folder that was asked about. */
  readonly sourceRoot: string;
  readonly bare: boolean;
  /** Branch of the source root, null when detached. */
  readonly branch: string | null;
  /** HEAD's commit, null when there is none yet. */
  readonly head: string | null;
}

export interface CapturedPatch {
  /** Tree of everything in the worktree except ignored files, written to the object store. */
  readonly tree: string;
  /** Unified diff from the seed to that tree, byte for byte. */
  readonly patch: string;
  /** Changes since the seed. */
  readonly roundFiles: readonly FileChange[];
  /** Changes since the base. */
  readonly files: readonly FileChange[];
  /** Paths that can't be taken over: nested repositories, links that leave the tree. */
  readonly refused: readonly { readonly path: string; readonly why: Problem }[];
  /** Names of the secrets in each file that the patch holds as binary data; null for one too large to be searched. */
  readonly binaries: readonly { readonly path: string; readonly secrets: readonly string[] | null }[];
}

/** A change as text, its files, and what was found in those that are no text. */
export type ChangeText = Pick<CapturedPatch, 'patch' | 'roundFiles' | 'binaries'>;

/** How a commit becomes what a write lane starts from. */
export interface SeedSpec {
  readonly commit: string;
  /** Globs of the files that it is about. */
  readonly claims: readonly string[];
  /** Take uncommitted changes of the source root over. */
  readonly takeChanges: boolean;
  /** Whether a path is where MAM itself writes: nothing there is a change to take over. */
  readonly isOwn: (path: string) => boolean;
  /** A text without what may not be shown around. */
  readonly redact: (text: string) => string;
  /** Fixed time, so that the same wish makes the same commit. */
  readonly at: string;
}

/** Work that was kept before MAM let go of where it was. */
export interface RescueCopy {
  /** Below `refs/mam/rescue/`. */
  readonly name: string;
  readonly commit: string;
  /** What it started from; null when it started from nothing. */
  readonly parent: string | null;
  /** When it was committed, UTC. */
  readonly at: string;
  /** The first line of its message. */
  readonly about: string;
  /** Absolute, of what no commit can hold: its files lie there. Such a copy has no commit. */
  readonly folder?: string;
}

export interface WorktreeStatus {
  readonly path: string;
  readonly branch: string | null;
  readonly head: string | null;
  /** The ref that `ahead` and `behind` count against; null when there is none. */
  readonly against: string | null;
  readonly ahead: number;
  readonly behind: number;
  readonly changed: number;
  readonly untracked: number;
  /** Paths with changes as far as they are listed, a new folder as a whole with `/` at its end; absent when nobody looked. */
  readonly dirty?: readonly string[];
  readonly locked: string | null;
  readonly prunable: string | null;
}

/** Everything that the worktrees of a repository share, and where to watch for its next change. */
export interface SharedSight {
  readonly facts: readonly SharedFact[];
  /** Files and folders whose entries count, absolute; some may not be there. */
  readonly files: readonly string[];
  /** Folders with all that is below them. */
  readonly trees: readonly string[];
}

/** What a checkout holds, uncommitted and new files included. */
export interface WorkSnapshot {
  /** A commit of all of it on top of the checkout's head, inside the comparison; equal as long as nothing changed. */
  readonly commit: string;
  /** Paths that differ from where it left the base, a renamed file by both names. */
  readonly files: readonly string[];
  /** Those of them that are too large to be read, so that nobody knows whether they would conflict. */
  readonly unread: readonly string[];
}

/** Compares checkouts as they are. It keeps what it read and writes nothing anywhere else. */
export interface WorkComparison {
  /**
   * `base` is a commit, `dirty` what a status of late lists: only files among it, or in its new folders, are measured
   * before they are read. The answers come in the order of the questions.
   */
  look(
    checkouts: readonly { readonly path: string; readonly base: string; readonly dirty?: readonly string[] }[],
  ): Promise<readonly Result<WorkSnapshot, Problem>[]>;
  /** Whether pairs of snapshots merge without conflict, asked of one process. */
  forecast(
    pairs: readonly (readonly [string, string])[],
  ): Promise<readonly Result<{ readonly clean: boolean; readonly conflicts: readonly string[] }, Problem>[]>;
  dispose(): Promise<void>;
}

/** Where a checkout stands. */
export interface GitCheckout {
  readonly path: string;
  /** Null when detached. */
  readonly branch: string | null;
  /** The branch that a rebase in progress will move when it ends: HEAD is detached meanwhile. */
  readonly rebasing: string | null;
  /** Null without any commit. */
  readonly head: string | null;
  /** It is the source root. */
  readonly here: boolean;
}

export interface Branches {
  /** Commit of each local branch by its name. */
  readonly local: Readonly<Record<string, string>>;
  /** Commit of each branch of a remote as it was last fetched, by a name like `origin/main`. */
  readonly remote: Readonly<Record<string, string>>;
  /** What `origin` has as its default branch, in the same form; null when it isn't known. */
  readonly remoteDefault: string | null;
}

/** All git goes through here. Each call is hardened against the repository's own configuration. Contract suite: test/contract/git. */
export interface Git extends SourceGit, WorktreeCare, GraftGit {
  facts(): Promise<Result<RepositoryFacts, Problem>>;
  /** Names of the remotes. */
  remoteNames(): Promise<Result<readonly string[], Problem>>;
  /** The branch to work from: the setting, else the branch that is checked out in the main checkout, else the default branch. */
  resolveBase(preferred: string | null): Promise<Result<Base, Problem>>;
  /** Whether a branch can be made: null, or why not (a clash with another ref, a bad name, checked out elsewhere). */
  branchProblem(branch: string): Promise<Problem | null>;
  /** Text of a file in a commit, null when that has no such file. */
  readFileAt(commit: string, path: string): Promise<Result<string | null, Problem>>;
  /** Makes the worktree unless the same one is there already, and proves that it is isolated. Judged by state, not by exit code. */
  createWorktree(spec: {
    readonly path: string;
    readonly branch: string | null;
    readonly commit: string;
  }): Promise<Result<{ readonly warning: string | null }, Problem>>;
  /** Proves that work in `path` can't land anywhere else: own `.git` file, git dir among the common dir's worktrees, own top level. */
  proveIsolation(path: string): Promise<Result<void, Problem>>;
  /**
   * Removes a worktree that this control root lists as linked, after keeping what it holds under `refs/mam/rescue/…`.
   * Content that is one of the `known` trees is in commits that stay and needs no copy. Ignored files are kept whole up to
   * `most` bytes of all that only it holds; over that, `worktree.rescueAsks` leaves it where it is. Without `most` they
   * are products of commands that MAM ran there, of which a measure is enough, and with `none` copies and builds for
   * checks, which may be secrets that belong into no commit.
   */
  removeWorktree(
    path: string,
    rescueName: string,
    known: readonly string[],
    most?: number | 'none',
  ): Promise<Result<{ readonly rescue: string | null }, Problem>>;
  /**
   * Every checkout; its commits are counted against `base`. A checkout that is one of `paths` is listed by that path,
   * also where links lead to it; any other by its real one. Each has a fresh status, or those that `ask` names: of the
   * others nothing is counted.
   */
  listWorktrees(
    base?: Pick<Base, 'ref' | 'commit'>,
    paths?: readonly string[],
    ask?: (path: string, head: string | null) => boolean,
  ): Promise<Result<readonly WorktreeStatus[], Problem>>;
  /**
   * Tree of everything in a worktree, new files included unless only the `tracked` ones are asked for; two equal ids mean
   * that nothing of it changed.
   */
  snapshotTree(path: string, which?: 'tracked'): Promise<Result<string, Problem>>;
  /**
   * What `head` adds to where it left the one of `from` that it shares most with: that commit, the tree of `head`, and its
   * files.
   */
  changeSince(
    from: readonly string[],
    head: string,
  ): Promise<Result<{ readonly base: string; readonly tree: string; readonly files: readonly FileChange[] }, Problem>>;
  /** What differs between two commits. */
  describeChange(from: string, to: string): Promise<Result<ChangeText, Problem>>;
  capture(path: string, seed: string, base: string): Promise<Result<CapturedPatch, Problem>>;
  /**
   * Commits a tree and moves the branch from `expect` (null: it must not exist) by compare and swap; the same call again
   * finds its own commit. What the branch held and the new commit doesn't is kept under `refs/mam/rescue/…`. `guard` is
   * asked right before the branch moves; its problem keeps it where it is.
   */
  commit(spec: {
    readonly tree: string;
    readonly parent: string;
    readonly expect: string | null;
    readonly branch: string;
    readonly message: string;
    readonly at: string;
    readonly guard?: () => Promise<Problem | null>;
    /** The branch is checked out: its files follow, and where they can't, nothing is moved. */
    readonly follow?: boolean;
  }): Promise<Result<{ readonly head: string; readonly tree: string }, Problem>>;
  /**
   * What a patch makes of the commit `parent`, as a tree of which no checkout and no ref knows. `patch.conflict` when it
   * does not fit as it stands, nor merged three ways where that is allowed; `merged` when it was. `files` counts from `base`.
   */
  tryPatch(spec: {
    readonly patch: string;
    readonly parent: string;
    readonly base: string;
    readonly threeWay: boolean;
  }): Promise<Result<CapturedPatch & { readonly merged: boolean }, Problem>>;
  /** Asks the repository's own commit hooks about a tree, in a linked worktree that is for nothing else; a refusal is a problem. */
  tryHooks(spec: {
    readonly path: string;
    readonly tree: string;
    readonly message: string;
    readonly timeoutMs: number;
  }): Promise<Result<void, Problem>>;
  /** What a lane that proposes a patch starts from. Only objects are written, and no checkout, index or ref. */
  seedCommit(spec: SeedSpec): Promise<Result<Seed, Problem>>;
  /** Keeps what only this checkout holds under `refs/mam/rescue/<name>`, and changes nothing in it; null when it holds nothing more. */
  keepCopy(path: string, name: string): Promise<Result<{ readonly rescue: string | null }, Problem>>;
  /** Everything that is kept below `refs/mam/rescue/`, the newest first. */
  listRescues(): Promise<Result<readonly RescueCopy[], Problem>>;
  diff(
    from: string,
    to: string,
    maxBytes: number,
  ): Promise<Result<{ readonly text: string; readonly cut: boolean }, Problem>>;
  /** Which of these repository-relative paths, or paths below them, git tracks in the control root's checkout; `.` is all of it. */
  tracked(paths: readonly string[]): Promise<Result<readonly string[], Problem>>;
  /** Commit of each full ref name that exists; `HEAD` is allowed. A ref that is missing is certainly not there. */
  refs(names: readonly string[]): Promise<Result<Readonly<Record<string, string>>, Problem>>;
  /** Every checkout whose folder is there, the main one first. Cheap: nothing is looked at in the checkouts themselves. */
  listCheckouts(): Promise<Result<readonly GitCheckout[], Problem>>;
  /** Every linked worktree that git knows, also one whose folder is gone; one that is one of `paths` by that path. Cheap. */
  listLinked(
    paths: readonly string[],
  ): Promise<Result<readonly { readonly path: string; readonly branch: string | null }[], Problem>>;
  /** The source root's own checkout; null where it is none. */
  ownCheckout(): Promise<Result<GitCheckout | null, Problem>>;
  /** Brings one branch of a remote up to date within a time, and answers its commit. Nobody is asked for a password. */
  fetchBranch(spec: {
    readonly remote: string;
    readonly branch: string;
    readonly timeoutMs: number;
  }): Promise<Result<{ readonly commit: string }, Problem>>;
  listBranches(): Promise<Result<Branches, Problem>>;
  /** Changed paths of the source root, sorted; new folders file by file, and a renamed file by its new name. */
  changedPaths(): Promise<Result<readonly string[], Problem>>;
  /**
   * Checks a local branch out in the source root, made at its HEAD where there is none. Changes that are not committed
   * come along, or the checkout stays as it is; so it does when it is not on `from` any more (null: on no branch).
   */
  switchBranch(branch: string, from: string | null): Promise<Result<{ readonly created: boolean }, Problem>>;
  /** Whether a commit is the other one or one of its ancestors. */
  isAncestor(ancestor: string, commit: string): Promise<Result<boolean, Problem>>;
  /** Whether two commits merge without conflict; null when git can't tell. */
  forecast(
    base: string,
    head: string,
  ): Promise<{ readonly clean: boolean; readonly conflicts: readonly string[] } | null>;
  /** Begins to compare the work in checkouts. Dispose of it when it is no longer needed. */
  compareWork(): Promise<Result<WorkComparison, Problem>>;
  /**
   * Looks at configuration, hooks, stashes, refs, the list of worktrees and the main checkout as they are now. `keep`:
   * nobody works, so the filters and merge drivers of now are those that may be run from now on.
   */
  lookShared(programs?: 'keep'): Promise<Result<SharedSight, Problem>>;
  /** Deletes a local branch only if it still is at `head`, which is kept under `refs/mam/rescue/…` first. */
  deleteBranch(spec: {
    readonly branch: string;
    readonly head: string;
  }): Promise<Result<{ readonly rescue: string }, Problem>>;
  /** Fast-forwards `baseRef` to `head`: only if it still is `base`, and never into a checkout with changes. */
  fastForward(spec: {
    readonly baseRef: string;
    readonly base: string;
    readonly head: string;
  }): Promise<Result<void, Problem>>;
}
