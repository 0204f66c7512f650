/** One entry of the queue, as it stood when it was read. */
export interface Task {
  readonly id: string;
  readonly title: string;
  /** Lower case: backlog, ready, todo, running, blocked, review, done, … */
  readonly status: string;
  /** 0 (first) to 9 (last). */
  readonly priority: number;
  /** Everything below the heading, for the brief. */
  readonly body: string;
  /** Paths and globs from the `Claims:` bullet and from back-ticked paths; never empty unless the entry names none. */
  readonly claims: readonly string[];
  /** Command lines of the section Validation Commands, one a line, not yet parsed to argv. */
  readonly checks: readonly string[];
  /** Command lines of the section Proof of Fix; absent without one. */
  readonly proofs?: readonly string[];
  /** Ids of the tasks that have to be done before this one begins; absent where it waits for none. */
  readonly dependsOn?: readonly string[];
  /** 1-based line of the heading in the queue file. */
  readonly line: number;
}
