import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/event.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { DomainEvent, Recorded } from '../../core/event.ts';

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
  /** Whether several processes can append at once; where the file system lets them share no memory, one task works at a time. */
  readonly canShare: boolean;
  /** Events after `since`, at most `limit`, in order. */
  read(since: number, limit?: number): Promise<Result<readonly Recorded[], Problem>>;
  /** Hash in the chain of the event `seq`; null when there is none. */
  hashAt(seq: number): Promise<Result<string | null, Problem>>;
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
  /** Seals the head of the chain, so that a tail written anew after it is noticed. */
  seal(): Promise<Result<void, Problem>>;
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
