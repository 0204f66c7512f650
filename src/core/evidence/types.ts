/** A command that MAM runs itself on the exact commit, as an argument vector: no shell is ever involved. */
export interface Check {
  readonly line: string;
  readonly argv: readonly string[];
  /** It shows that a fault is mended: it has to fail at the base, with the tests of the change, before it passes. */
  readonly proof?: true;
}

/**
 * How a proof ended without the change. Only a test that fails shows anything: whatever kept one from running says nothing
 * about the fault, whichever exit code it comes with.
 */
export type WithoutChange =
  | 'fails'
  | 'passes'
  | 'no-tests'
  | 'not-built'
  | 'no-command'
  | 'no-dependency'
  | 'timed-out'
  | 'killed'
  | 'not-set-up';

export interface CheckResult {
  readonly check: Check;
  readonly head: string;
  readonly outcome: 'passed' | 'failed' | 'timed-out' | 'not-run';
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** Of a proof: the commit that it was run at without the change, and what came of that. Absent in older logs. */
  readonly without?: { readonly base: string; readonly outcome: WithoutChange };
  /** The end of its output, redacted. */
  readonly tail: string;
}
