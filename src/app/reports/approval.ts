import { plainMarkdown } from '../../base/plainMarkdown.ts';
import { assessAutoPass, type AutoPass } from '../../core/ship/autoPass.ts';
import { textCheck } from '../tick/texts.ts';
import type { ReportFacts } from './facts.ts';
import { gateOf } from './gate.ts';
import { bullets, code, page, sentences } from './markdown.ts';
import { checkLines, validationOf } from './validation.ts';

/** What only happens after a person said yes. */
const guarded = ['push', 'pull request', 'merge', 'branch deletion', 'force push', 'closing an issue'];

/** Reports run no checks: what the run that made the commit showed counts, and without it a person always looks. */
export const autoPassOf = (facts: ReportFacts): AutoPass =>
  assessAutoPass({
    ...facts,
    privacyFindings: facts.privacy.findings + facts.privacy.unreadable,
    claim: textCheck(facts.claimText),
    validation: validationOf(facts),
  });

/** approval_packet.md for a change that no run of MAM made; a run has a packet of its own, with the evidence of its gate. */
export function approvalMarkdown(facts: ReportFacts): string {
  const pass = autoPassOf(facts);
  const gate = gateOf(facts);
  const { findings, unreadable } = facts.privacy;
  const claim = facts.claimText;
  return page(
    'Approval Packet',
    [
      `## Summary\n\n${bullets([
        `Task: ${plainMarkdown(facts.task ?? 'N/A')}${facts.entry ? ` ${plainMarkdown(facts.entry.title)}` : ''}`,
        `PR: ${facts.pullRequest ?? 'N/A'}`,
        `Gate: ${gate.gate}`,
        `Severity: ${gate.severity}`,
        `Auto-pass decision: ${pass.decision}`,
        `Surface: ${facts.surface.surface}`,
        `Confidence: ${facts.surface.confidence}`,
        `Reviewer: ${facts.surface.reviewer}`,
      ])}`,
      `## Changed Files\n\n${bullets(facts.files.map(code))}`,
      `## Validation Suggestions\n\n${bullets(checkLines(facts, facts.validation, ''))}`,
      `## Auto-Pass Blockers\n\n${sentences(pass.blockers)}`,
      `## Claim Audit\n\n${claim === null ? 'No claim text was given.' : claim.missing ? 'The claim text is not there.' : sentences(claim.findings)}`,
      `## Privacy Audit\n\n${bullets([`Findings: ${findings}`, `Unreadable: ${unreadable}`])}`,
      `## Needs a Person\n\n${bullets(guarded)}`,
      `## Next Safe Command\n\n${code(gate.nextCommand)}`,
    ],
    facts,
  );
}
