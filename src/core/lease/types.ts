/** Why a lease can't simply lapse: what was found where it works. */
export type LeaseReason = 'missing-worktree' | 'inspection-failed' | 'detached-worktree' | 'dirty-worktree';

/** Who has the lease's writing in hand just now. */
export interface Borrower {
  readonly agent: string;
  /** SHA-256 of the token that gives it back, in hex; of the loop's own writer the id of its job, whose end gives it back. */
  readonly token: string;
  readonly since: string;
}

/** A person's announced wish to have the lease. */
export interface Takeover {
  readonly by: string;
  readonly at: string;
  /** Awake milliseconds of the control root at which it takes effect although the lease is still lent. */
  readonly effectiveAwake: number;
}

/** The right to write some files. Two leases never share a file that counts. */
export interface Lease {
  readonly id: string;
  /** The run that it serves; null for one that a tick or a person holds. */
  readonly run: string | null;
  readonly task: string | null;
  readonly issue: string | null;
  /** Without `refs/heads/`; empty in logs from before leases had one, where the run knows it. */
  readonly branch: string;
  /** Relative to the control root, `.` for it. */
  readonly worktree: string;
  readonly session: string;
  readonly agent: string;
  /** Paths and globs, relative to the repository root, with `/`. `**` alone is an exclusive claim of the whole repository. */
  readonly claims: readonly string[];
  /** Grows with every claim of the store; a write that carries an older one is refused. */
  readonly epoch: number;
  readonly claimedAt: string;
  /** When it was prolonged last; absent before the first time. */
  readonly renewedAt?: string;
  /** How long it holds after each renewal, in awake milliseconds. */
  readonly ttlMs: number;
  /** Awake milliseconds of the control root at which it lapses unless renewed. */
  readonly expiresAwake: number;
  readonly state: 'active' | 'recovery-needed';
  /** Why it needs recovery; absent while it does not. */
  readonly reason?: LeaseReason;
  readonly borrower: Borrower | null;
  /** Who took it over by hand; absent for every other holder. */
  readonly person?: string;
  /** Absent while nobody asked for it. */
  readonly takeover?: Takeover;
}

/** `release` gives the files free; `rescue` keeps a copy of what is there first; `inspect` looks once more. */
export type RecoveryStep = 'release' | 'rescue' | 'inspect';
