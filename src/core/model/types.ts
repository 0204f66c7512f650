/** What one lane is run with; null leaves it to what the agent's CLI is set to by itself. */
export interface ModelChoice {
  readonly model: string | null;
  readonly effort: string | null;
}

/** What somebody wants of a lane. An empty text wants what the CLI is set to, whatever a lower source says. */
interface ModelWish {
  readonly model?: string;
  readonly effort?: string;
}

/** Wishes by agent, and there by session id, by role or by `*` for every role. */
export type ModelWishes = Readonly<Record<string, Readonly<Record<string, ModelWish>>>>;

/** What an agent declares of its models and efforts. */
export interface ModelTraits {
  readonly id: string;
  readonly name: string;
  /** Names of its reasoning efforts, weakest first; empty when it can't be told one. */
  readonly efforts: readonly string[];
  /** The first version that can be told an effort; every one when it is missing. */
  readonly effortSince?: string;
  /** The strongest effort of models that are not among the strong ones; no limit when it is missing. */
  readonly effortCap?: string;
  /** Its readers work with the effort of its own configuration unless a person wants another one. */
  readonly ownReadEffort?: boolean;
}
