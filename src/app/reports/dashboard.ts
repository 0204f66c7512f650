import { plainMarkdown } from '../../base/plainMarkdown.ts';
import { continuationOf } from './continuation.ts';
import type { ReportFacts } from './facts.ts';
import { freshnessOf } from './freshness.ts';
import { gateOf } from './gate.ts';
import { bullets, code, page, table } from './markdown.ts';

/** The way of a task, for whoever sees it the first time. */
const loop = [
  '```mermaid',
  'flowchart LR',
  '  queue --> change --> checks --> reviews --> gate --> person --> ship',
  '  reviews -- findings --> change',
  '```',
].join('\n');

/** dashboard.md: where the work stands, on one page. */
export function dashboardMarkdown(facts: ReportFacts): string {
  const gate = gateOf(facts);
  const next = continuationOf(facts);
  return page(
    'Agent Loop Dashboard',
    [
      `## Current Gate\n\n${bullets([
        `Gate: ${gate.gate}`,
        `Severity: ${gate.severity}`,
        `Task: ${plainMarkdown(facts.task ?? 'N/A')}${facts.entry ? ` ${plainMarkdown(facts.entry.title)} (${plainMarkdown(facts.entry.status)})` : ''}`,
        `Branch: ${plainMarkdown(facts.branch)}`,
        `Issue: ${facts.issue ?? 'N/A'}`,
        `PR: ${facts.pullRequest ?? 'N/A'}`,
        `Surface: ${facts.surface.surface} (${facts.surface.confidence})`,
        `Readiness: ${facts.readiness.decision}, ${facts.readiness.score} of 100`,
      ])}`,
      `## Signals\n\n${bullets(gate.signals.map(plainMarkdown))}`,
      `## Artifacts\n\n${table(
        ['Path', 'Exists'],
        facts.artifacts.map((one) => [code(one.path), one.exists ? 'yes' : 'no']),
      )}`,
      `## Freshness\n\n${table(
        ['Path', 'Age in days', 'Stale'],
        freshnessOf(facts).map((one) => [
          code(one.path),
          one.age_days === null ? 'unknown' : String(one.age_days),
          one.stale ? 'yes' : 'no',
        ]),
      )}`,
      `## Continuation\n\n${bullets([`Status: ${next.status}`, ...next.sentences])}`,
      `## Suggested Validation\n\n${bullets(facts.validation.map(code))}`,
      `## Checks of the Task\n\n${bullets(facts.entry?.checks.map(code) ?? [])}`,
      `## Next Safe Command\n\n${code(next.nextCommand)}`,
      `## Loop\n\n${loop}`,
    ],
    facts,
  );
}
