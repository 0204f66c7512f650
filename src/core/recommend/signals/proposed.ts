import { problem } from '../../../base/problem.ts';
import type { Signal } from '../types.ts';

/** What planners and scouts propose. It is shown as what an agent wrote, and nothing follows from it. */
export const proposed: Signal = {
  id: 'proposed',
  byAgent: true,
  find: ({ proposals }) =>
    proposals.map(({ why, role, ...suggestion }) => ({
      ...suggestion,
      reason:
        why === ''
          ? problem('recommend.proposed', 'The {role} proposes it.', { role })
          : problem('recommend.proposedWhy', 'The {role} proposes it: {why}', { role, why }),
    })),
};
