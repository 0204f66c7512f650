import { problem } from '../../../base/problem.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';

/** There is something to ship: a committed change on the integration branch. */
export const change: GateRule<GateFacts> = {
  id: 'change',
  title: 'Change committed',
  evaluate: ({ run }) =>
    run.change && run.change.files.length > 0
      ? { outcome: 'pass', proof: run.change.head, missing: [] }
      : {
          outcome: 'pending',
          proof: '',
          missing: [problem('gate.noChange', 'No change is committed for {task} yet.', { task: run.task.id })],
        },
};
