/** What a verdict is about. Any part of it moving kills the verdict. */
export interface Identity {
  readonly task: string;
  /** The round of implementation that it judges, from 1. */
  readonly round: number;
  readonly run: string;
  readonly base: string;
  readonly head: string;
  readonly tree: string;
}

export type VerdictWord = 'pass' | 'not-pass';

export type Severity = 'blocker' | 'major' | 'minor';

export interface Finding {
  readonly severity: Severity;
  readonly file?: string;
  readonly line?: number;
  readonly text: string;
  /** It cites a place that neither base nor head has, so that it decides nothing. */
  readonly advisory?: true;
}

export interface Verdict {
  readonly identity: Identity;
  readonly job: string;
  readonly session: string;
  readonly role: string;
  readonly agent: string;
  readonly word: VerdictWord;
  /** The report without its verdict line, redacted, cut to a readable length. */
  readonly summary: string;
  readonly findings: readonly Finding[];
  /** The job whose verdict this one of the same reviewer takes the place of. */
  readonly replaces?: string;
  readonly at: string;
}

export const sameIdentity = (a: Identity, b: Identity): boolean =>
  a.task === b.task &&
  a.round === b.round &&
  a.run === b.run &&
  a.base === b.base &&
  a.head === b.head &&
  a.tree === b.tree;
