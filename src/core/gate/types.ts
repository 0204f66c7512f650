import type { Problem } from '../../base/problem.ts';

/** `pending` and `fail` both keep the gate closed; the difference only tells a person whether to wait or to act. */
export type RuleOutcome = 'pass' | 'fail' | 'pending';

export interface RuleResult {
  readonly rule: string;
  readonly outcome: RuleOutcome;
  /** What proves a pass, in a few words: a commit, a job id, a count. */
  readonly proof: string;
  /** Why it isn't a pass and what would make it one; one entry for each missing thing. */
  readonly missing: readonly Problem[];
}

export interface GateResult {
  readonly open: boolean;
  readonly rules: readonly RuleResult[];
}

/** One of the gate's rules. Adding a rule = one file in `rules/`, one line in its index, one table test. */
export interface GateRule<Facts> {
  readonly id: string;
  /** A short name for tables; also the key of its translations. */
  readonly title: string;
  readonly evaluate: (facts: Facts) => Omit<RuleResult, 'rule'>;
}
