import { problem } from '../../../base/problem.ts';
import type { TickRule } from '../rule.ts';

const most = 5;
const list = (findings: readonly string[]): string => findings.slice(0, most).join(', ');

/** The claim text says no more than the change can show. */
export const claimText: TickRule = ({ facts: { claimText: text } }) => {
  if (text === null) return {};
  const { path, findings } = text;
  if (text.missing)
    return {
      blockers: [
        problem('tick.claimMissing', 'There is no claim text {file}. Write it, or leave --claim-text out.', {
          file: path,
        }),
      ],
    };
  if (findings.length === 0)
    return { evidence: [problem('tick.claimClear', 'The claim text {file} claims nothing risky.', { file: path })] };
  return {
    blockers: [
      problem(
        'tick.claimRisky',
        'The claim text {file} claims more than the change shows: {findings}. Weaken or prove it, then tick again.',
        { file: path, findings: list(findings) },
      ),
    ],
  };
};

/** The body of the pull request closes the right issue and claims nothing risky. */
export const prBody: TickRule = ({ facts: { prBody: text } }) => {
  if (text === null) return {};
  const { path, findings } = text;
  if (text.missing)
    return {
      blockers: [
        problem('tick.bodyMissing', 'There is no PR body {file}. Write it, or leave --pr-body out.', { file: path }),
      ],
    };
  if (findings.length === 0)
    return { evidence: [problem('tick.bodyClear', 'The PR body {file} is as it should be.', { file: path })] };
  return {
    blockers: [
      problem('tick.bodyFindings', 'The PR body {file} has to be mended: {findings}. Then tick again.', {
        file: path,
        findings: list(findings),
      }),
    ],
  };
};
