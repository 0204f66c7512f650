import { problem } from '../../../base/problem.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';

/** Nothing was found that makes the evidence doubtful: a reader that wrote, a secret in the patch, a lost artifact. */
export const integrity: GateRule<GateFacts> = {
  id: 'integrity',
  title: 'Privacy and integrity',
  evaluate: ({ run }) => {
    if (run.faults.length > 0) return { outcome: 'fail', proof: '', missing: run.faults };
    if (!run.change)
      return {
        outcome: 'pending',
        proof: '',
        missing: [problem('gate.auditPending', 'No patch has been audited yet.')],
      };
    return { outcome: 'pass', proof: run.change.patch, missing: [] };
  },
};
