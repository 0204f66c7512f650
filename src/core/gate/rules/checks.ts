import { problem, type Problem } from '../../../base/problem.ts';
import type { CheckResult } from '../../evidence/types.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule } from '../types.ts';

/** Every check of the task ran on the exact head, by MAM itself, and passed. */
export const checks: GateRule<GateFacts> = {
  id: 'checks',
  title: 'Checks run by MAM',
  evaluate: ({ run, identity }) => {
    if (run.checks.length === 0 && run.options.checksRequired)
      return {
        outcome: 'fail',
        proof: '',
        missing: [
          problem(
            'gate.noChecks',
            '{task} names no check. Add one under Validation Commands, or turn off mam.checks.required.',
            { task: run.task.id },
          ),
        ],
      };
    const results = run.results.filter((result) => result.head === identity?.head);
    const open = run.checks.filter((check) => !results.some((result) => result.check.line === check.line));
    const failed = results.filter((result) => result.outcome !== 'passed');
    if (!identity)
      return {
        outcome: 'pending',
        proof: '',
        missing: [problem('gate.noChange', 'No change is committed for {task} yet.', { task: run.task.id })],
      };
    if (open.length > 0)
      return {
        outcome: 'pending',
        proof: '',
        missing: open.map((check) =>
          problem('gate.checkPending', '{check} has not run on this commit yet.', { check: check.line }),
        ),
      };
    if (failed.length > 0) return { outcome: 'fail', proof: '', missing: failed.map(missing) };
    return {
      outcome: 'pass',
      proof: results.map((result) => result.check.line).join(', ') || identity.head,
      missing: [],
    };
  },
};

const missing = (result: CheckResult): Problem =>
  problem('gate.checkFailed', '{check} ended as {outcome} (exit code {code}). Its output is in the packet.', {
    check: result.check.line,
    outcome: result.outcome,
    code: result.exitCode ?? '-',
  });
