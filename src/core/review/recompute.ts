import type { Finding, Severity, VerdictWord } from './types.ts';

const weight: Readonly<Record<Severity, number>> = { minor: 0, major: 1, blocker: 2 };

/** Whether a finding is at least as grave as the floor. */
export const reaches = (finding: Pick<Finding, 'severity'>, floor: Severity): boolean =>
  weight[finding.severity] >= weight[floor];

/** Findings that count: one that cites a place which is not there is only advice. */
export const counting = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter((finding) => finding.advisory !== true);

/** What a report comes to: the stricter of what it says and of what follows from its findings. */
export const recomputed = (said: VerdictWord, findings: readonly Finding[]): VerdictWord =>
  counting(findings).some((finding) => reaches(finding, 'blocker')) ? 'not-pass' : said;
