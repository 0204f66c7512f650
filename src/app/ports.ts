import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/event.ts';
import type { Problem } from '../base/problem.ts';
import type { Result } from '../base/result.ts';
import type { DomainEvent, Recorded } from '../core/event.ts';
import type { Access, LaneOutcome } from '../core/job/types.ts';
import type { Base, FileChange } from '../core/loop/types.ts';

export type { Clock };

/** What is appended: the store adds sequence, time order and the hash chain. */
export interface Draft {
  readonly at: string;
  readonly actor: string;
  readonly event: DomainEvent;
}

/** The one durable log of a control root, shared by all its processes. Contract suite: test/contract/eventStore. */
export interface EventStore extends Disposable {
  /**
   * Appends what `decide` returns, in one durable transaction. `decide` is synchronous and pure; it gets the events
   * after `since` that this process may not have seen, and may be called again if the transaction has to be retried.
   * With a fence the transaction fails with `store.fenced` unless ownership still is at that epoch.
   */
  transact<R>(
    since: number,
    decide: (unseen: readonly Recorded[]) => { readonly drafts: readonly Draft[]; readonly result: R },
    fence?: Fence,
  ): Promise<Result<{ readonly appended: readonly Recorded[]; readonly result: R }, Problem>>;
  /** Events after `since`, at most `limit`, in order. */
  read(since: number, limit?: number): Promise<Result<readonly Recorded[], Problem>>;
  /** Some process appended something. May fire without news; never misses one for longer than the reconcile interval. */
  readonly onDidAppend: Event<void>;
  /** Content-addressed bodies, kept out of the chain so that one can be erased. */
  putBlob(text: string): Promise<string>;
  getBlob(digest: string): Promise<string | null>;
  /** Erases a body; its digest stays in the log, and the chain still verifies. */
  eraseBlob(digest: string): Promise<void>;
  /** The newest usable snapshot of the folded state, with its version; null when there is none that this version reads. */
  loadSnapshot(version: number): Promise<{ readonly seq: number; readonly state: string } | null>;
  saveSnapshot(version: number, seq: number, state: string): Promise<void>;
  /** Re-hashes the whole chain. */
  verify(): Promise<Verification>;
  /** Awake milliseconds of this control root, kept over restarts; `add` is what this host was awake since its last call. */
  awake(add: number): Promise<number>;
  readonly ownership: Ownership;
}

/** What an owner holds up against a paused predecessor, and is held up against itself. */
export interface Fence {
  readonly epoch: number;
}

export interface Verification {
  readonly ok: boolean;
  readonly events: number;
  readonly head: string;
  /** Where the chain breaks, if it does. */
  readonly brokenAt: number | null;
  readonly problem: Problem | null;
  /** Which seals of the chain's head were compared. */
  readonly seals: readonly { readonly name: string; readonly ok: boolean }[];
}

export interface OwnerInfo {
  readonly pid: number;
  readonly host: 'editor' | 'cli' | 'test';
  readonly epoch: number;
  readonly version: string;
  /** A short description for people: `VS Code window, pid 4242`. */
  readonly label: string;
}

/** At any moment one process per control root runs effects and writes projections. */
export interface Ownership {
  /** Takes ownership when nobody holds it or the holder is provably dead or silent; otherwise tells who holds it. */
  acquire(): Promise<Result<{ readonly epoch: number }, OwnerInfo>>;
  /** Keeps it; false when another host has taken over meanwhile. */
  beat(): Promise<boolean>;
  release(): Promise<void>;
  /** Who holds it; null when nobody does, or only somebody from whom it may be taken. */
  current(): Promise<OwnerInfo | null>;
}

export interface RepositoryFacts {
  /** Real path of the git common dir: the identity of the control root. */
  readonly commonDir: string;
  /** Main checkout, or in a bare layout the folder that holds the common dir. */
  readonly controlRoot: string;
  /** Top level of the folder that was asked about. */
  readonly sourceRoot: string;
  readonly bare: boolean;
  /** Branch of the source root, null when detached. */
  readonly branch: string | null;
  /** HEAD's commit, null when there is none yet. */
  readonly head: string | null;
  readonly remotes: readonly string[];
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
  readonly locked: string | null;
  readonly prunable: string | null;
}

/** All git goes through here. Each call is hardened against the repository's own configuration. Contract suite: test/contract/git. */
export interface Git {
  facts(): Promise<Result<RepositoryFacts, Problem>>;
  /** The branch to work from: the setting, else the branch that is checked out in the main checkout, else the default branch. */
  resolveBase(preferred: string | null): Promise<Result<Base, Problem>>;
  /** Whether a branch can be made: null, or why not (a clash with another ref, a bad name, checked out elsewhere). */
  branchProblem(branch: string): Promise<Problem | null>;
  readFileAt(commit: string, path: string): Promise<string | null>;
  /** Makes the worktree unless the same one is there already, and proves that it is isolated. Judged by state, not by exit code. */
  createWorktree(spec: {
    readonly path: string;
    readonly branch: string | null;
    readonly commit: string;
  }): Promise<Result<{ readonly warning: string | null }, Problem>>;
  /** Proves that work in `path` can't land anywhere else: own `.git` file, git dir among the common dir's worktrees, own top level. */
  proveIsolation(path: string): Promise<Result<void, Problem>>;
  /** Removes a worktree that this control root lists as linked, after keeping what it holds under `refs/mam/rescue/…`. */
  removeWorktree(path: string, rescueName: string): Promise<Result<{ readonly rescue: string | null }, Problem>>;
  /** Every checkout with a fresh status; its commits are counted against `base`. */
  listWorktrees(base?: Pick<Base, 'ref' | 'commit'>): Promise<Result<readonly WorktreeStatus[], Problem>>;
  /** Tree of everything in a worktree, untracked files included; two equal ids mean that nothing changed. */
  snapshotTree(path: string): Promise<Result<string, Problem>>;
  capture(path: string, seed: string, base: string): Promise<Result<CapturedPatch, Problem>>;
  /**
   * Commits a tree and moves the branch from `expect` (null: it must not exist) by compare and swap; the same call again
   * finds its own commit. What the branch held and the new commit doesn't is kept under `refs/mam/rescue/…`.
   */
  commit(spec: {
    readonly tree: string;
    readonly parent: string;
    readonly expect: string | null;
    readonly branch: string;
    readonly message: string;
    readonly at: string;
  }): Promise<Result<{ readonly head: string; readonly tree: string }, Problem>>;
  diff(
    from: string,
    to: string,
    maxBytes: number,
  ): Promise<Result<{ readonly text: string; readonly cut: boolean }, Problem>>;
  /** Which of these repository-relative paths, or paths below them, git tracks in the control root's checkout. */
  tracked(paths: readonly string[]): Promise<readonly string[]>;
  /** Commit of each full ref name that exists; `HEAD` is allowed. */
  refs(names: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** Whether two commits merge without conflict; null when git can't tell. */
  forecast(
    base: string,
    head: string,
  ): Promise<{ readonly clean: boolean; readonly conflicts: readonly string[] } | null>;
  /** Fast-forwards `baseRef` to `head`: only if it still is `base`, and never into a checkout with changes. */
  fastForward(spec: {
    readonly baseRef: string;
    readonly base: string;
    readonly head: string;
  }): Promise<Result<void, Problem>>;
}

/** A try of a lane, complete enough to start it or, after a crash, to find it again by its id. */
export interface LaneSpec {
  /** `<job>.<attempt>`: the same id is never started twice. */
  readonly id: string;
  readonly agent: string;
  readonly access: Access;
  readonly cwd: string;
  readonly brief: string;
  /** Where its transcript, output and report are kept. */
  readonly folder: string;
  readonly timeoutMs: number;
  /** A person allowed this agent to run without a sandbox. */
  readonly fullAccess: boolean;
  readonly env: Readonly<Record<string, string>>;
}

export interface LaneProgress {
  readonly text: string;
}

/** Runs lanes. A lane outlives its host; `run` with the same id joins it again. Contract suite: test/contract/lanes. */
export interface Lanes {
  run(spec: LaneSpec, signal: AbortSignal, onProgress: (progress: LaneProgress) => void): Promise<LaneOutcome>;
}

export interface AgentInfo {
  readonly id: string;
  readonly name: string;
  /** Agents of one family share a model vendor; a reviewer is better of another family than the writer. */
  readonly family: string;
  /** Can keep to its worktree by a sandbox of its own, so that it may write without the full-access opt-in. */
  readonly sandboxedWrite: boolean;
  readonly embedded: boolean;
}

export type AgentStatus =
  | { readonly kind: 'ready'; readonly version: string }
  | { readonly kind: 'missing'; readonly problem: Problem }
  | { readonly kind: 'signed-out'; readonly problem: Problem }
  | { readonly kind: 'unusable'; readonly problem: Problem };

export interface Agents {
  list(): readonly AgentInfo[];
  probe(agent: string): Promise<AgentStatus>;
}

export interface CheckRun {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly tail: string;
  readonly durationMs: number;
  /** Why it could not be started at all. */
  readonly problem: Problem | null;
}

/** Runs a person-approved command: argument vector, allow-listed environment, own process group, time limit. */
export interface Commands {
  run(
    spec: { readonly cwd: string; readonly argv: readonly string[]; readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<CheckRun>;
}

/** Files below the control root, by absolute path. Contract suite: test/contract/files. */
export interface Files {
  /** Null when there is none; a problem when it can't be read. */
  read(path: string): Promise<Result<string | null, Problem>>;
  /** Temp file, fsync, rename: readers see the old or the new text, never a part. */
  write(path: string, text: string): Promise<Result<void, Problem>>;
  /** Appends at the offset that ends the last whole line; a torn tail is cut back first. */
  appendLines(path: string, lines: readonly string[]): Promise<Result<void, Problem>>;
  /** The last whole line, read from the end of the file; null for none. */
  lastLine(path: string): Promise<Result<string | null, Problem>>;
  /** Names in a folder, sorted; empty when there is none. */
  list(folder: string): Promise<readonly string[]>;
  /** What is there, links followed; null for nothing. */
  kind(path: string): Promise<'file' | 'folder' | null>;
  /** Whether a process holds an advisory lock on the file; false where the system doesn't tell. */
  isLocked(path: string): Promise<boolean>;
  /** Moves a file or folder; used to put something aside, never to delete. */
  move(from: string, to: string): Promise<Result<void, Problem>>;
  /** Announces changes anywhere below a folder, except in `.git` and `node_modules`; late and in bursts. */
  watchTree(folder: string, onChange: () => void): Disposable;
  /** Announces that a file or something in a folder may have changed. */
  watch(path: string, onChange: () => void): Disposable;
}

/** One way in for facts from agents, hooks and scripts: files renamed into a flat folder. */
export interface Spool extends Disposable {
  /**
   * Starts handing whole files to `take`, in the order of their names. A file is moved aside only after `take` resolved;
   * it stays for the next scan when `take` answered `later`, and is kept as refused when `take` rejected.
   */
  start(take: (name: string, text: string) => Promise<void | 'later'>): void;
}

export interface Log {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Ids that nobody can guess; the core gets its randomness through here. */
export interface Ids {
  next(): string;
}

export interface Ports {
  readonly store: EventStore;
  readonly git: Git;
  readonly lanes: Lanes;
  readonly agents: Agents;
  readonly commands: Commands;
  readonly files: Files;
  readonly spool: Spool;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}
