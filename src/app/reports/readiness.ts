import { plainMarkdown } from '../../base/plainMarkdown.ts';
import type { ReportFacts } from './facts.ts';
import { bullets, page, sentences } from './markdown.ts';

/** readiness_score.md: what a person would still ask about the change. */
export function readinessMarkdown(facts: ReportFacts): string {
  const { score, decision, blockers, warnings, taskStart } = facts.readiness;
  return page(
    'Readiness Score',
    [
      bullets([
        `Score: ${score}`,
        `Decision: ${decision}`,
        `Task: ${plainMarkdown(facts.task ?? 'N/A')}`,
        `PR: ${facts.pullRequest ?? 'N/A'}`,
        `Branch: ${plainMarkdown(facts.branch)}`,
        `Surface: ${facts.surface.surface} (${facts.surface.confidence})`,
        `Task start: ${taskStart ? 'yes' : 'no'}`,
      ]),
      `## Blockers\n\n${sentences(blockers)}`,
      `## Warnings\n\n${sentences(warnings)}`,
    ],
    facts,
  );
}
