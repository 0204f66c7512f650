import { plainMarkdown } from '../../base/plainMarkdown.ts';
import type { Problem } from '../../base/problem.ts';
import { branchHygiene } from '../../core/branch/hygiene.ts';
import type { ReportFacts } from './facts.ts';
import { bullets, page, sentences } from './markdown.ts';

const hygieneOf = ({ branch, issue, task, closes }: ReportFacts): readonly Problem[] =>
  branchHygiene({ branch, issue, task, body: closes === null || closes === 'missing' ? closes : { closes } });

/** branch_issue_hygiene.md: whether branch, issue, task and pull request find each other. */
export const hygieneMarkdown = (facts: ReportFacts): string =>
  page(
    'Branch and Issue Hygiene',
    [
      bullets([
        `Branch: ${plainMarkdown(facts.branch)}`,
        `Issue: ${facts.issue ?? 'N/A'}`,
        `Task: ${plainMarkdown(facts.task ?? 'N/A')}`,
        `PR body: ${plainMarkdown(facts.prBody?.path ?? 'N/A')}`,
      ]),
      `## Findings\n\n${sentences(hygieneOf(facts))}`,
    ],
    facts,
  );
