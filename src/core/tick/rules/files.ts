import { problem } from '../../../base/problem.ts';
import type { TickRule } from '../rule.ts';

/** What changed, what kind of change that is, and whether it comes with the words that it needs. */
export const files: TickRule = ({ facts }) => {
  const { surface, confidence, needsEvidence, loadBearing } = facts.surface;
  const without = facts.claimText === null && facts.prBody === null;
  const [weighty] = loadBearing;
  const subject = weighty ?? (needsEvidence || facts.surface.private ? surface : null);
  return {
    blockers:
      without && subject !== null
        ? [
            problem(
              'tick.evidenceMissing',
              'The change touches {subject} and says nothing for itself. Hand in a claim text with --claim-text or a PR body with --pr-body.',
              { subject },
            ),
          ]
        : [],
    warnings:
      facts.files.length === 0
        ? [
            problem(
              'tick.noFiles',
              'No changed file is known. Name them with --changed-files, or take them from git with --from-git.',
            ),
          ]
        : [],
    evidence: [problem('tick.surface', 'The change is {surface}, confidence {confidence}.', { surface, confidence })],
  };
};
