import { problem, type Problem } from '../../../base/problem.ts';
import { dueSecond } from '../../review/second.ts';
import type { Role } from '../../topology/types.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';

/** Each required role passed exactly this identity. Among several verdicts of one role the strictest counts, and a role may take its pass back. */
export const reviews: GateRule<GateFacts> = {
  id: 'reviews',
  title: 'Required reviews',
  evaluate: (facts) => {
    const missing = facts.required.flatMap((role) => missingOf(role, facts));
    if (facts.required.length === 0)
      return {
        outcome: 'fail',
        proof: '',
        missing: [
          problem('gate.noReviewers', 'The topology {topology} requires no review. Choose one that does.', {
            topology: facts.run.options.topology.id,
          }),
        ],
      };
    if (missing.length === 0)
      return { outcome: 'pass', proof: facts.required.map((role) => role.name).join(', '), missing };
    return { outcome: missing.every((one) => open.has(one.code)) ? 'pending' : 'fail', proof: '', missing };
  },
};

/** What time alone may bring. */
const open: ReadonlySet<string> = new Set(['gate.noVerdict', 'gate.noSecond']);

function missingOf(role: Role, { verdicts, run }: GateFacts): readonly Problem[] {
  const own = verdicts.filter((verdict) => verdict.session === role.session);
  if (own.some((verdict) => verdict.word === 'not-pass'))
    return [problem('gate.notPassed', '{role} did not pass {task}.', { role: role.name, task: run.task.id })];
  if (own.length === 0)
    return [problem('gate.noVerdict', '{role} has given no verdict on this commit.', { role: role.name })];
  if (dueSecond(run, own))
    return [
      problem('gate.noSecond', '{role} passed this commit, and the second look at it has come to no verdict yet.', {
        role: role.name,
      }),
    ];
  const lowered = run.lowered[role.session];
  if (lowered)
    return [
      problem(
        'gate.lowered',
        '{role} took its pass of {task} back: it reported “{status}” afterwards. Resume the loop to let it review this commit again.',
        { role: role.name, task: run.task.id, status: lowered.status },
      ),
    ];
  return [];
}
