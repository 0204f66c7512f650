import { plainMarkdown } from '../../base/plainMarkdown.ts';
import { loopGate, type LoopGate, type LoopGateFacts } from '../../core/ship/loopGate.ts';
import type { ReportFacts } from './facts.ts';
import { bullets, code, page } from './markdown.ts';

export const gateOf = (facts: ReportFacts): LoopGate =>
  loopGate({
    standing: standingOf(facts),
    task: facts.task === null ? null : { id: facts.task, status: facts.entry?.status ?? 'unknown' },
    files: facts.files.length,
    pullRequest: facts.pullRequest,
    handoff: facts.handoff,
    private: facts.surface.private,
    serial: facts.surface.serial,
    claimFindings: facts.claimText?.findings.length ?? 0,
    reviewFollowups: facts.reviewFollowups,
  });

/** How far the run that made the commit has come. */
function standingOf({ merged, run }: ReportFacts): LoopGateFacts['standing'] {
  if (merged) return 'merged';
  if (run?.decision?.kind === 'approved') return run.decision.merged ? null : 'approved';
  return run?.phase === 'waiting' && run.gate?.open === true ? 'open' : null;
}

/** The gate in front of the change, as a page of its own. */
export function gateMarkdown(facts: ReportFacts): string {
  const gate = gateOf(facts);
  return page(
    'Gate Status',
    [
      bullets([
        `Task: ${plainMarkdown(facts.task ?? 'N/A')}`,
        `PR: ${facts.pullRequest ?? 'N/A'}`,
        `Gate: ${gate.gate}`,
        `Severity: ${gate.severity}`,
        `Surface: ${facts.surface.surface}`,
      ]),
      `## Signals\n\n${bullets(gate.signals.map(plainMarkdown))}`,
      `## Next Safe Command\n\n${code(gate.nextCommand)}`,
    ],
    facts,
  );
}
