import { plainMarkdown } from '../../base/plainMarkdown.ts';
import { auditClaim } from '../../core/claim/auditClaim.ts';
import type { ReportFacts } from './facts.ts';
import { bullets, code } from './markdown.ts';
import { checkLines } from './validation.ts';

/** By this line MAM knows a draft that no person has taken over: whoever removes it owns the text. */
const mark = '<!-- A draft by MAM. Remove this line to keep the text as you write it. -->';

export const isOwnDraft = (text: string): boolean => text.startsWith(mark);

/** Most files that a text names one by one. */
const mostFiles = 50;

const listed = (files: readonly string[]): readonly string[] => [
  ...files.slice(0, mostFiles).map(code),
  ...(files.length > mostFiles ? [`and ${files.length - mostFiles} more`] : []),
];

/** The seven sections of a pull request's text, filled with what is known. It claims nothing. */
export function prBodyDraft(
  facts: Pick<ReportFacts, 'task' | 'entry' | 'issue' | 'files' | 'surface' | 'checks' | 'run' | 'claimWords'>,
): string {
  const { surface, entry, task } = facts;
  // A title may promise what nobody measured: whoever proves it writes it here.
  const plain =
    entry !== null && auditClaim(entry.title, { ...surface, private: false }, facts.claimWords).length === 0;
  const what = plain ? `${task ?? ''}: ${plainMarkdown(entry.title)}` : 'Say here what the change does and why.';
  return `${[
    mark,
    `## What and why\n\n${what}\n\nCloses #${facts.issue ?? '<issue>'}`,
    `## Affected files\n\n${bullets(listed(facts.files))}\n\nSurface: ${code(surface.surface)}. Reviewer: ${code(surface.reviewer)}.`,
    `## Risk\n\n${surface.loadBearing.length > 0 ? `Touches ${surface.loadBearing.map(code).join(', ')}.` : 'No load-bearing file is touched.'}\n\nNothing is claimed about results.`,
    `## Tests\n\n${bullets(checkLines(facts, facts.checks, ': not run yet'))}`,
    `## Evaluation\n\n${surface.needsEvidence ? 'Say here what was measured, and how.' : 'Nothing that is measured is touched.'}`,
    '## Compatibility\n\nSay here what changes for others.',
    '## Out of scope\n\nSay here what was left out.',
  ].join('\n\n')}\n`;
}
