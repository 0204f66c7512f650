/** A command that MAM runs itself on the exact commit, as an argument vector: no shell is ever involved. */
export interface Check {
  readonly line: string;
  readonly argv: readonly string[];
  /** It shows that a fault is mended: it has to fail at the base, with the tests of the change, before it passes. */
  readonly proof?: true;
}

export interface CheckResult {
  readonly check: Check;
  readonly head: string;
  readonly outcome: 'passed' | 'failed' | 'timed-out' | 'not-run';
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The end of its output, redacted. */
  readonly tail: string;
}
