import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';

/** One bullet that hand-over notes must have. */
export interface HandoffField {
  /** As people know it; letters and digits alone are compared, in any case. */
  readonly label: string;
  /** Other labels for the same. */
  readonly aliases?: readonly string[];
  /** Values that say nothing, compared in lower case and without dots around them. */
  readonly invalid?: readonly string[];
  /** `evaluation`: only where something is measured. */
  readonly when?: 'evaluation';
  /** The invalid values are fine once the status says that the work is over. */
  readonly openOnly?: boolean;
}

/** What hand-over notes look like. */
export interface HandoffRules {
  /** How the heading above the notes begins; of several the last one counts. */
  readonly headings: readonly string[];
  /** Headings that begin the same and are something else. */
  readonly otherHeadings: readonly string[];
  readonly fields: readonly HandoffField[];
  /** Label of the field that says how the work stands. */
  readonly status: string;
  /** Words of the status that say that the work is over. */
  readonly terminal: readonly string[];
  /** Words of where and when that may stand behind one of those; any other word there means that the work goes on. */
  readonly where: readonly string[];
  /** Words that take it back, wherever they stand in the status. */
  readonly negations: readonly string[];
  /** What shows that something is measured. */
  readonly evaluation: { readonly paths: readonly string[]; readonly words: readonly string[] };
}

/** What is known of a task's hand-over notes: their check, or why nobody can tell. Null without a task. */
export type HandoffKnown = Result<Pick<HandoffCheck, 'ok'>, Problem> | null;

export interface HandoffCheck {
  /** The heading of the notes as it is written; null when there are none. */
  readonly heading: string | null;
  /** Whether the notes were asked for what is measured, too. */
  readonly evaluated: boolean;
  /** Labels of the fields that are not there, by the rules. */
  readonly missing: readonly string[];
  readonly invalid: readonly { readonly label: string; readonly value: string }[];
  /** Nothing is missing, and nothing invalid. */
  readonly ok: boolean;
}
