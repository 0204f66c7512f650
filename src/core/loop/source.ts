/** The checkout that a person named for a loop, and the commit that its change counts from. It never changes while the loop lives. */
export interface LoopSource {
  /** Absolute, the top of the checkout. */
  readonly path: string;
  /** Without `refs/heads/`; null where HEAD is detached. */
  readonly branch: string | null;
  /** Rounds of work are committed on that branch, and its checkout follows; otherwise they get a branch of MAM's own. */
  readonly moves: boolean;
  readonly base: string;
  /** Whether a person named the base, or it is where HEAD was when the loop began. */
  readonly baseFrom: 'option' | 'head';
  /** The work is there already: the first round only judges it. */
  readonly reviewOnly: boolean;
}

/** What was seen of the change just before a round of reviews. */
export interface SourceSight {
  /** The commit that it is about. */
  readonly head: string;
  /** How many commits lead to it from the base. */
  readonly commits: number;
  /** Paths of the checkout that differ from its HEAD, new ones among them. */
  readonly uncommitted: number;
  /** Nothing differs between base and head. */
  readonly empty: boolean;
}
