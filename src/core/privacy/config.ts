/** What a repository holds private beside secrets, which no setting can let through. */
export interface PrivacyConfig {
  /**
   * Names of private fields. A space, `_`, `-` or nothing may stand between the words of one. A name behind a `^` is an
   * ordinary word, too: it counts only at the beginning of a line, or after the word raw.
   */
  readonly labels: readonly string[];
  /** Globs of files whose very names are private. */
  readonly paths: readonly string[];
  /** Whether addresses of mail are private. */
  readonly emails: boolean;
  /** Absolute folder of the repository, whose own paths are shown relative to it; null when none is known. */
  readonly root: string | null;
}

export const defaultLabels: readonly string[] = ['card_number', 'ssn', 'passport_number'];
export const defaultPrivatePaths: readonly string[] = ['data/private/**', 'secrets/**', '.env*'];
