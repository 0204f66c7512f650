import { problem, type Problem } from '../../../base/problem.ts';
import type { Check, CheckResult } from '../../evidence/types.ts';
import type { Run } from '../../loop/types.ts';
import { whyUnproven } from '../../evidence/unproven.ts';
import type { GateFacts } from '../facts.ts';
import type { GateRule, RuleResult } from '../types.ts';

/** Whether a run can never pass, since nothing is there to run. */
export const namesNoCheck = (run: Run): boolean => run.checks.length === 0 && run.options.checksRequired;

/** In place of a proof, where the settings let a gate open without a check: nothing ran, and nothing is said to have passed. */
const noneNamed = 'no check named';

/** Whether a rule opens the gate although nothing was checked. */
export const isUnchecked = ({ rule, outcome, proof }: RuleResult): boolean =>
  rule === 'checks' && outcome === 'pass' && proof === noneNamed;

export const noChecks = ({ task }: Pick<Run, 'task'>): Problem => noCheckOf(task.id);

const noCheckOf = (task: string): Problem =>
  problem(
    'gate.noChecks',
    '{task} names no check. Add one under Validation Commands, commit the queue file if it is tracked, and resume; or turn off mam.checks.required.',
    { task },
  );

/** Every check of the task ran on the exact head, by MAM itself, and passed. */
export const checks: GateRule<GateFacts> = {
  id: 'checks',
  title: 'Checks run by MAM',
  evaluate: ({ run, identity }) => {
    const { task, checks: named, results, options } = run;
    if (!identity && !namesNoCheck(run))
      return {
        outcome: 'pending',
        proof: '',
        missing: [problem('gate.noChange', 'No change is committed for {task} yet.', { task: task.id })],
      };
    return judgeChecks(named, results, identity?.head, { task: task.id, checksRequired: options.checksRequired });
  },
};

/** What the checks say of one commit; of another one none of them says anything. */
export function judgeChecks(
  named: readonly Check[],
  all: readonly CheckResult[],
  commit: string | undefined,
  { task, checksRequired }: { readonly task: string; readonly checksRequired: boolean },
): Omit<RuleResult, 'rule'> {
  if (named.length === 0 && checksRequired) return { outcome: 'fail', proof: '', missing: [noCheckOf(task)] };
  const results = all.filter((result) => result.head === commit);
  const open = named.filter((check) => !results.some((result) => result.check.line === check.line));
  if (open.length > 0)
    return {
      outcome: 'pending',
      proof: '',
      missing: open.map((check) =>
        problem('gate.checkPending', '{check} has not run on this commit yet.', { check: check.line }),
      ),
    };
  // What comes after the first that didn't pass was not run because of it.
  const failed = results.find((result) => result.outcome !== 'passed');
  if (failed) return { outcome: 'fail', proof: '', missing: [missing(failed)] };
  return {
    outcome: 'pass',
    proof: results.map((result) => result.check.line).join(', ') || noneNamed,
    missing: [],
  };
}

const missing = (result: CheckResult): Problem => {
  const { check, outcome, exitCode } = result;
  const { line } = check;
  const unproven = whyUnproven(result);
  if (unproven) return unproven;
  if (outcome === 'not-run')
    return problem('gate.checkNotStarted', "{check} can't be started here. Install what it needs, then resume.", {
      check: line,
    });
  if (outcome === 'timed-out')
    return problem('gate.checkTimedOut', '{check} did not end in time. Resume to run it again, or return the task.', {
      check: line,
    });
  return problem('gate.checkFailed', '{check} failed with exit code {code}. Its output is in the packet.', {
    check: line,
    code: exitCode ?? '-',
  });
};
