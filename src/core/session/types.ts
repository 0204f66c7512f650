/** What one agent last said of its lane in a seat. It is shown and counts for nothing. */
interface Lane {
  readonly status: string;
  /** The task that it works on. */
  readonly turn: string | null;
}

/** A seat of the topology in the registry, with what was last said of it. */
export interface RoleSession {
  readonly session: string;
  readonly role: string;
  /** The last word about the seat, for whatever task; whether it passes is for `gateStatus` to say. */
  readonly status: string;
  readonly task: string | null;
  readonly agent: string | null;
  /** The newest sign of life: a word of the seat or of one of its lanes, or a fact of its jobs. */
  readonly lastBeat: string;
  /** A pass word that came by heartbeat: shown, never counted. */
  readonly claimed: string | null;
  /** By agent, what its own heartbeats said. */
  readonly lanes: Readonly<Record<string, Lane>>;
  /** The time to live that the seat named in its last heartbeat, in milliseconds; null when it named none. */
  readonly ttlMs: number | null;
}
