import { problem, type Problem } from '../../../base/problem.ts';
import { unknownForge } from '../../overlap/forge.ts';
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
  const unheard = facts.execute ? found.warnings.filter((one) => unknownForge.includes(one.code)) : [];
  const warnings = found.warnings.filter((one) => !unheard.includes(one));
  const stop =
    found.result === 'blocked'
      ? [
          problem('tick.overlapBlocked', 'Other work overlaps with {branch}. It is named next.', {
            branch: facts.branch,
          }),
        ]
      : [];
  return {
    blockers: [...stop, ...found.blockers, ...(unheard.length > 0 ? [unknown(), ...unheard] : [])],
    warnings,
    evidence: [
      problem('tick.overlapResult', 'Overlap with other work: {result}.', { result: found.result }),
      ...found.evidence,
    ],
  };
};

const unknown = (): Problem =>
  problem(
    'tick.forgeUnknown',
    'What issues and pull requests say is not known, so nothing ships. Mend what is named next, or set mam.forge to none.',
  );
