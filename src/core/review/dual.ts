import { counting, reaches } from './recompute.ts';
import type { Finding, Verdict } from './types.ts';

/** A verdict in the contract's words. `error` stands for none at all. */
export type TurnVerdict = 'approved' | 'clear' | 'needs-attention' | 'blocked' | 'error';

/** A verdict as the contract has it: what does not pass blocks where a blocker was found. */
export const turnVerdict = (verdict: Pick<Verdict, 'word' | 'findings'> | null): TurnVerdict => {
  if (verdict === null) return 'error';
  if (verdict.word === 'pass') return 'approved';
  return counting(verdict.findings).some((finding) => reaches(finding, 'blocker')) ? 'blocked' : 'needs-attention';
};

const strictness: Readonly<Record<string, number>> = { approved: 0, clear: 0, blocked: 2, error: 3 };

/** The stricter of two verdicts, the first of two that are as strict; a word that nobody knows needs attention. */
export const stricter = <T extends string>(first: T, second: T): T =>
  (strictness[second] ?? 1) > (strictness[first] ?? 1) ? second : first;

const mostFindings = 8;
const mostTitle = 200;

/**
 * What a second reviewer is shown of the first: little, and as JSON, so that nothing in it can pass for a line of the
 * brief. Whoever wrote the change may have made the first reviewer say it.
 */
export function quotedVerdict({ agent, word, findings, summary }: Verdict): string {
  const line = summary.split('\n').find((one) => one.trim() !== '') ?? '';
  return JSON.stringify({
    agent,
    verdict: turnVerdict({ word, findings }),
    summary: cut(line),
    findings: findings.slice(0, mostFindings).map(titleOf),
  });
}

const titleOf = ({ severity, file, line, text }: Finding) => ({
  severity,
  ...(file === undefined ? {} : { file: cut(file) }),
  ...(line === undefined ? {} : { line }),
  title: cut(text),
});

const cut = (text: string): string => text.trim().slice(0, mostTitle);
