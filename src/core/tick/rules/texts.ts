import { problem } from '../../../base/problem.ts';
import type { TickRule } from '../rule.ts';

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
        'The claim text {file} claims more than the change shows. What it claims is named next.',
        { file: path },
      ),
      ...findings,
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
      problem('tick.bodyFindings', 'The PR body {file} has to be mended. What is wrong with it is named next.', {
        file: path,
      }),
      ...findings,
    ],
  };
};
