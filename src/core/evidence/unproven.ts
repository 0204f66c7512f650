import { problem, type Problem } from '../../base/problem.ts';
import type { CheckResult } from './types.ts';

/** Why a proof shows nothing; null for a check that is none, and for one that fails without the change as it has to. */
export function whyUnproven({ check, without, outcome, exitCode }: CheckResult): Problem | null {
  const params = { check: check.line, base: without?.base.slice(0, 7) ?? '' };
  switch (without?.outcome) {
    case undefined:
      // Older logs say it by the exit code alone.
      return check.proof && outcome === 'failed' && exitCode === 0 ? passes(params) : null;
    case 'fails':
      return null;
    case 'passes':
      return passes(params);
    case 'no-tests':
      return problem(
        'gate.proofNoTests',
        '{check} finds no test at {base}, so it is no proof of a fix. Return the task for a test that is named like one and fails there.',
        params,
      );
    case 'not-built':
      return problem(
        'gate.proofNotBuilt',
        '{check} can’t be built or loaded at {base}, which says nothing about the fault. Return the task for a test that runs there and fails.',
        params,
      );
    case 'no-command':
      return problem(
        'gate.proofNoCommand',
        '{check} can’t be run at {base}: its program or script is not there. Name one that is there without the change, then resume.',
        params,
      );
    case 'no-dependency':
      return problem(
        'gate.proofNoDependency',
        '{check} lacks a package at {base}. Let mam.worktrees.links or mam.worktrees.setUp bring it, then resume.',
        params,
      );
    case 'timed-out':
      return problem(
        'gate.proofTimedOut',
        '{check} came to no end in time at {base}, so it proves nothing. Resume to run it again, or return the task.',
        params,
      );
    case 'killed':
      return problem(
        'gate.proofKilled',
        '{check} was ended by a signal at {base}, so nobody knows whether it fails there. Resume to run it again.',
        params,
      );
    case 'not-set-up':
      return problem(
        'gate.proofNotSetUp',
        '{check} was not run at {base}: the checkout there could not be set up. Its output is in the packet. Mend mam.worktrees.setUp, then resume.',
        params,
      );
  }
}

const passes = (params: Problem['params']): Problem =>
  problem(
    'gate.provesNothing',
    '{check} passes without the change, too, so it is no proof of a fix. Return the task for a test that fails at the base.',
    params,
  );
