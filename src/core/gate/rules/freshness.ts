import { problem, type Problem } from '../../../base/problem.ts';
import { gone, mergedOn } from '../../merged/select.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule, RuleResult } from '../types.ts';

/** The head is what was judged, and the base still holds the commit that it was judged against. Whether it moved on is the merged result's. */
export const freshness: GateRule<GateFacts> = {
  id: 'freshness',
  title: 'Head and history of the base',
  evaluate: ({ run, identity, baseNow, headNow }) => {
    if (!identity || baseNow === null || headNow === null)
      return {
        outcome: 'pending',
        proof: '',
        missing: [
          problem('gate.refsUnknown', 'Base and head of {task} have not been looked at yet.', { task: run.task.id }),
        ],
      };
    const ref = run.base?.ref ?? '';
    if (baseNow === gone)
      return fails(
        problem('gate.baseGone', '{ref}, on which {task} was done, is gone. Bring it back, or return the task.', {
          ref,
          task: run.task.id,
        }),
      );
    if (mergedOn(run, baseNow, identity.head)?.made.kind === 'rewritten')
      return fails(
        problem(
          'gate.baseRewritten',
          '{ref} does not hold {base} any more, on which the work was done. Return the task so that it is done on the new base.',
          { ref, base: identity.base.slice(0, 7) },
        ),
      );
    if (headNow !== identity.head)
      return fails(
        problem(
          'gate.headMoved',
          '{branch} moved since it was reviewed. Return the task: it is done again on a branch of its own, and this one stays as it is.',
          { branch: run.branch },
        ),
      );
    return { outcome: 'pass', proof: identity.base, missing: [] };
  },
};

const fails = (why: Problem): Omit<RuleResult, 'rule'> => ({ outcome: 'fail', proof: '', missing: [why] });
