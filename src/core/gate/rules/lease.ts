import { problem, type Problem } from '../../../base/problem.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';

/** The right to write was held until now, so nobody else can have changed the claimed files. */
export const lease: GateRule<GateFacts> = {
  id: 'lease',
  title: 'Lease held',
  evaluate: (facts) =>
    facts.leaseHeld
      ? { outcome: 'pass', proof: facts.run.lease ?? '', missing: [] }
      : { outcome: 'fail', proof: '', missing: [whyNone(facts)] },
};

function whyNone({ run, leaseHolder }: GateFacts): Problem {
  const task = run.task.id;
  if (run.lease !== null)
    return problem(
      'gate.leaseLost',
      'The lease of {task} can’t be relied on any more. See mam lease list, or give the task up with mam abandon {task}.',
      { task },
    );
  return leaseHolder === null
    ? problem(
        'gate.leaseLost',
        '{task} holds no lease now. It is claimed again as soon as the loop goes on: mam resume, or give it up with mam abandon {task}.',
        { task },
      )
    : problem(
        'gate.leaseLost',
        '{task} holds no lease: {holder} holds one of its files. It is claimed again as soon as they are free; decide on {holder}, or give one up with mam abandon {holder} or mam abandon {task}.',
        { task, holder: leaseHolder },
      );
}
