import type { Problem } from '../../base/problem.ts';

export type Severity = 'critical' | 'high' | 'medium';

/** Something in a text that a person has to look at before the text is published. */
export interface Finding {
  readonly severity: Severity;
  readonly problem: Problem;
}

/** Kinds of statements that need proof. */
export type ClaimKind = 'performance' | 'quality' | 'benchmark' | 'private';

/** Words of one language that make a statement of a kind, and phrases that mark a line as saying that nothing is claimed. */
export type ClaimWords = Readonly<Record<ClaimKind | 'disclaimer', readonly string[]>>;
