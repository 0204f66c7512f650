import { problem } from '../../../base/problem.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';

/** The right to write was held until now, so nobody else can have changed the claimed files. */
export const lease: GateRule<GateFacts> = {
  id: 'lease',
  title: 'Lease held',
  evaluate: ({ run, leaseHeld }) =>
    leaseHeld
      ? { outcome: 'pass', proof: run.lease ?? '', missing: [] }
      : {
          outcome: 'fail',
          proof: '',
          missing: [
            problem(
              'gate.leaseLost',
              '{task} holds no lease: another task holds one of its files. It is claimed again as soon as they are free.',
              { task: run.task.id },
            ),
          ],
        },
};
