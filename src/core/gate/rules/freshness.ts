import { problem } from '../../../base/problem.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';

/** Base and head are where the evidence was taken. */
export const freshness: GateRule<GateFacts> = {
  id: 'freshness',
  title: 'Base and head unmoved',
  evaluate: ({ run, identity, baseNow, headNow }) => {
    if (!identity || baseNow === null || headNow === null)
      return {
        outcome: 'pending',
        proof: '',
        missing: [
          problem('gate.refsUnknown', 'Base and head of {task} have not been looked at yet.', { task: run.task.id }),
        ],
      };
    if (baseNow !== identity.base)
      return {
        outcome: 'fail',
        proof: '',
        missing: [
          problem(
            'gate.baseMoved',
            '{ref} moved since the work started. Return the task so that it is done on the new base.',
            { ref: run.base?.ref ?? '' },
          ),
        ],
      };
    if (headNow !== identity.head)
      return {
        outcome: 'fail',
        proof: '',
        missing: [
          problem(
            'gate.headMoved',
            '{branch} moved since it was reviewed. Return the task: it is done again on a branch of its own, and this one stays as it is.',
            { branch: run.branch },
          ),
        ],
      };
    return { outcome: 'pass', proof: identity.base, missing: [] };
  },
};
