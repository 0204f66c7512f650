/** A seat of the topology in the registry, with what was last said of it. */
export interface RoleSession {
  readonly session: string;
  readonly role: string;
  readonly status: string;
  readonly task: string | null;
  readonly agent: string | null;
  readonly lastBeat: string;
  /** A pass word that came by heartbeat: shown, never counted. */
  readonly claimed: string | null;
}
