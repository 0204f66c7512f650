import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Check, CheckResult } from '../core/evidence/types.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { CheckRun, Commands } from './ports/commands.ts';

/** Runs checks one after another; after the first that doesn't pass the rest is not run. */
export async function runCheckList(
  checks: readonly Check[],
  how: {
    readonly cwd: string;
    /** The commit that the results are about. */
    readonly head: string;
    readonly timeoutMs: number;
    readonly commands: Commands;
    readonly privacy: Privacy;
  },
  signal: AbortSignal,
): Promise<Result<readonly CheckResult[], Problem>> {
  const { cwd, head, timeoutMs } = how;
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (results.some((result) => result.outcome !== 'passed')) {
      results.push({ check, head, outcome: 'not-run', exitCode: null, durationMs: 0, tail: '' });
      continue;
    }
    const ran = await how.commands.run({ cwd, argv: check.argv, timeoutMs }, signal);
    // A check that was cut short says nothing about the commit; taken as a failure, it would start another round.
    if (signal.aborted)
      return err(
        problem('check.stopped', '{check} was stopped before it ended. Resume to run it again.', { check: check.line }),
      );
    // Nor does one that MAM could not see to its end; that its program doesn't start is the commit's own matter.
    if (ran.problem !== null && ran.problem.code !== 'command.notStarted') return err(ran.problem);
    const { exitCode, durationMs } = ran;
    results.push({ check, head, outcome: outcomeOf(ran), exitCode, durationMs, tail: how.privacy.redact(ran.tail) });
  }
  return ok(results);
}

function outcomeOf(ran: CheckRun): CheckResult['outcome'] {
  if (ran.timedOut) return 'timed-out';
  if (ran.problem !== null) return 'not-run';
  return ran.exitCode === 0 ? 'passed' : 'failed';
}
