import { problem } from '../../../base/problem.ts';
import type { TickRule } from '../rule.ts';

/** Nobody else works on the same issue or branch. What can't be found out counts as somebody. */
export const overlap: TickRule = ({ facts }) => {
  const found = facts.overlap;
  if (found === null) return {};
  if ('failed' in found)
    return {
      blockers: [
        problem(
          'tick.overlapFailed',
          'Whether other work overlaps could not be found out, so the tick is blocked. Mend what is named next, then tick again.',
        ),
        found.failed,
      ],
    };
  const { blockers, warnings } = found;
  const stop =
    found.result === 'blocked'
      ? [
          problem('tick.overlapBlocked', 'Other work overlaps with {branch}. It is named next.', {
            branch: facts.branch,
          }),
        ]
      : [];
  return {
    blockers: [...stop, ...blockers],
    warnings,
    evidence: [
      problem('tick.overlapResult', 'Overlap with other work: {result}.', { result: found.result }),
      ...found.evidence,
    ],
  };
};
