/** What is known of an issue that was asked for by its title. */
export interface WantedIssue {
  /** Null while nobody knows one. */
  readonly number: string | null;
  /** It was there already when it was asked for last. */
  readonly found: boolean;
  /** An opening whose end nobody has seen for certain; null for none. */
  readonly doubt: Doubt | null;
}

export interface Doubt {
  /** Stands in the text of the issue, so that it is found again. */
  readonly mark: string;
  /** When it was begun first, UTC. */
  readonly since: string;
  /** How often it was begun. */
  readonly tries: number;
  /** False where an answer came that was an error: then nothing can be under way any more. */
  readonly lost: boolean;
}
