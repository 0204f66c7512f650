/**
 * What all worktrees of a repository share, and the main checkout. `refs` are those that are no stash; `worktrees` is
 * the list of linked worktrees; `checkout` is what the main checkout stands on and what differs there from its commit.
 */
export type SharedKind = 'config' | 'hooks' | 'stash' | 'refs' | 'worktrees' | 'checkout';

/** One thing of them, and what tells one content of it from another. A mark holds no value that could be a secret. */
export interface SharedFact {
  readonly kind: SharedKind;
  readonly name: string;
  readonly mark: string;
}

/** A difference between two looks. `from` null: it is new; `to` null: it is gone. */
export interface SharedChange {
  readonly kind: SharedKind;
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  /** People and tools change such a thing all the time, so it is a breach only with a tie to a session. */
  readonly usual: boolean;
  /** A breach was found of it before, when it was nobody's own: only whose it is remains to be said. */
  readonly told?: true;
}

/** What ties a change to a session: its agent's hook refused the same before, or its transcript names it. */
export interface Tie {
  readonly by: 'hook' | 'transcript';
  readonly text: string;
}

/** A job that ran while something changed. */
export interface Witness {
  readonly job: string;
  /** Its run, or its batch. */
  readonly run: string;
  readonly session: string;
  /** The run whose change a lane of a batch looks at. */
  readonly judges?: string;
}

/** A change of what no session may touch, found while `witnesses` worked. */
export interface Breach {
  readonly id: string;
  /** `unseen`: what is shared could not be looked at, so that nobody can say that it is as it was. */
  readonly kind: SharedKind | 'unseen';
  /** The first few of what changed, and how many more there are. */
  readonly names: readonly string[];
  readonly more: number;
  /** With a tie, the one job that it leads to; else everybody who worked meanwhile, and nobody is blamed. */
  readonly witnesses: readonly Witness[];
  readonly tie: Tie | null;
  /** It keeps the gates of its witnesses' runs closed until a person accepts it; else it only warns. */
  readonly blocks: boolean;
  readonly at: string;
  readonly accepted?: { readonly by: string; readonly at: string };
}

/** What was shared at the last look, as the digest of its blob, and the jobs that have worked since. */
export interface SharedWatch {
  readonly facts: string;
  readonly jobs: readonly Witness[];
}

/** A change with what ties it to jobs that worked meanwhile. */
export type TiedChange = SharedChange & { readonly ties: readonly { readonly job: string; readonly tie: Tie }[] };

/** What a look at everything that is shared found. */
export interface SharedLook {
  /** Digest of what is there now; null when it could not be looked at. */
  readonly facts: string | null;
  readonly changes: readonly TiedChange[];
}
