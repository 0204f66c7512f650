/** A usage limit that an agent's account has reached. */
export interface UsageLimit {
  readonly since: string;
  /** When it is lifted, by the agent's own word; null when it did not say. */
  readonly until: string | null;
  /** The job that tries whether it is lifted; null while none does. */
  readonly trial: string | null;
  /** The trial met the limit again: from now on a person says when to go on. */
  readonly isSpent: boolean;
}
