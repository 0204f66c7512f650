export interface Lease {
  readonly id: string;
  readonly run: string;
  readonly task: string;
  readonly session: string;
  readonly agent: string;
  /** Paths and globs, relative to the repository root, with `/`. `**` alone is an exclusive claim of the whole repository. */
  readonly claims: readonly string[];
  /** Grows with every claim of the store; a write that carries an older one is refused. */
  readonly epoch: number;
  readonly claimedAt: string;
  /** When it was prolonged last; absent before the first time. */
  readonly renewedAt?: string;
  /** Awake milliseconds of the control root at which it lapses unless renewed. */
  readonly expiresAwake: number;
  readonly state: 'active' | 'recovery-needed';
}
