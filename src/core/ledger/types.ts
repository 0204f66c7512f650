import type { LeaseReason } from '../lease/types.ts';

/** A seat of another tool's registry. */
export interface ImportedSession {
  readonly session: string;
  readonly role: string;
  readonly status: string;
  readonly task: string | null;
  /** UTC, second precision; null when it was never heard of. */
  readonly lastBeat: string | null;
}

/** Work that another tool counted. */
export interface ImportedUnit {
  readonly agent: string;
  readonly task: string | null;
  readonly wu: number;
  /** UTC, second precision; null when nobody noted it. */
  readonly at: string | null;
}

/** A right to write that another tool had given and not taken back. */
export interface ImportedLease {
  readonly task: string | null;
  readonly issue: string | null;
  /** Empty when it is unknown. */
  readonly branch: string;
  /** Relative to the control root; null when the old text leads nowhere that could be looked at. */
  readonly worktree: string | null;
  readonly session: string;
  /** Who was writing with it, and since when if that was noted; null when nobody was. */
  readonly borrower: { readonly agent: string; readonly since: string | null } | null;
  readonly claims: readonly string[];
  readonly state: 'active' | 'recovery-needed';
  /** Why it needs recovery; null while it does not. */
  readonly reason: LeaseReason | null;
  /** UTC, second precision; null when it had no end. */
  readonly expiresAt: string | null;
}

/** Everything that is taken over from a ledger that MAM did not write. */
export interface ImportedLedger {
  /** Id of the topology that it was about. */
  readonly topology: string;
  readonly sessions: readonly ImportedSession[];
  readonly units: readonly ImportedUnit[];
  /** Tasks that were done. */
  readonly completed: readonly string[];
  /** Tasks that were set aside. */
  readonly deferred: readonly string[];
  readonly leases: readonly ImportedLease[];
  /** How many events its journal holds; they stay in the kept copy. */
  readonly events: number;
}

/** A ledger that was taken over. */
export interface LedgerImported extends ImportedLedger {
  /** Where its files lie, relative to the control root. */
  readonly kept: string;
}
