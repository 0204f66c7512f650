import { plainMarkdown } from '../../base/plainMarkdown.ts';
import { problemData, type Problem } from '../../base/problem.ts';
import type { PullRequest } from '../../core/overlap/types.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { OverlapCheck } from '../overlap/check.ts';
import { markdownSentence } from './facts.ts';

const pullRequest = ({ number, head, headCommit, base, state, fork }: PullRequest) => ({
  number,
  head,
  head_commit: headCommit,
  base,
  state,
  fork,
});

/** An overlap preflight as data; null stands for what could not be read. */
export function overlapData({ facts, report }: OverlapCheck, privacy: Privacy): unknown {
  const { current, base, otherCheckouts } = facts;
  return privacy.redactValue({
    schema_version: 1,
    issue: facts.issue,
    branch: facts.branch,
    result: report.result,
    current_branch: current.branch,
    current_head: current.head,
    base: base.ok ? base.value.name : null,
    base_commit: base.ok ? base.value.commit : null,
    blockers: report.blockers.map(problemData),
    warnings: report.warnings.map(problemData),
    evidence: report.evidence.map(problemData),
    open_prs: facts.openPullRequests.ok ? facts.openPullRequests.value.map(pullRequest) : null,
    branch_prs: facts.branchPullRequests.ok ? facts.branchPullRequests.value.map(pullRequest) : null,
    worktrees: otherCheckouts.ok
      ? otherCheckouts.value.map(({ path, branch, head }) => ({ path, branch, head }))
      : null,
    remote_branches: facts.remoteBranches.ok ? facts.remoteBranches.value : null,
  });
}

const bullets = (items: readonly string[]): string =>
  items.length === 0 ? '- None' : items.map((item) => `- ${item.replace(/\s*\n\s*/g, ' ')}`).join('\n');

/** An overlap preflight as a page to read. */
export function overlapMarkdown({ facts, report }: OverlapCheck, privacy: Privacy): string {
  const { current, base, otherCheckouts } = facts;
  const sentences = (ones: readonly Problem[]): string =>
    bullets(ones.map((one) => `${markdownSentence(one)} [${one.code}]`));
  const text = [
    '# Overlap Preflight',
    bullets([
      `Issue: #${facts.issue}`,
      `Branch: ${plainMarkdown(facts.branch)}`,
      `Result: ${report.result}`,
      `Checked out: ${plainMarkdown(current.branch ?? 'detached')} at ${current.head ?? 'no commit'}`,
      `Base: ${base.ok ? `${plainMarkdown(base.value.name)} at ${base.value.commit}` : 'unknown'}`,
    ]),
    `## Blockers\n\n${sentences(report.blockers)}`,
    `## Warnings\n\n${sentences(report.warnings)}`,
    `## Evidence\n\n${sentences(report.evidence)}`,
    `## Other Worktrees\n\n${bullets(
      otherCheckouts.ok
        ? otherCheckouts.value.map((one) => plainMarkdown(`${one.path}: ${one.branch ?? 'detached'}`))
        : ['They could not be read.'],
    )}`,
  ].join('\n\n');
  return `${privacy.redact(text)}\n`;
}
