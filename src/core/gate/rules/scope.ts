import { problem } from '../../../base/problem.ts';
import { outside } from '../../lease/claims.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';

/** Every changed file lies inside the claim. Checked again here, on what is really committed. */
export const scope: GateRule<GateFacts> = {
  id: 'scope',
  title: 'Inside the claim',
  evaluate: ({ run }) => {
    if (!run.change)
      return {
        outcome: 'pending',
        proof: '',
        missing: [problem('gate.scopePending', 'Nothing is committed yet to compare with the claim.')],
      };
    const strays = outside(
      run.claims,
      run.change.files.map((file) => file.path),
    );
    return strays.length === 0
      ? { outcome: 'pass', proof: run.claims.join(', '), missing: [] }
      : {
          outcome: 'fail',
          proof: '',
          missing: strays.map((path) =>
            problem('gate.outsideClaim', '{path} is outside the claim. Return the task, or widen its claim.', { path }),
          ),
        };
  },
};
