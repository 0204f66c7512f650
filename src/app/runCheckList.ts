import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Check, CheckResult } from '../core/evidence/types.ts';
import type { Privacy } from '../core/privacy/privacy.ts';
import type { BaseCheckout } from './effects/baseCheckout.ts';
import type { CheckRun, Commands } from './ports/commands.ts';

interface How {
  readonly cwd: string;
  /** The commit that the results are about. */
  readonly head: string;
  readonly timeoutMs: number;
  readonly commands: Commands;
  readonly privacy: Privacy;
  /** Where proofs are run without the change; a proof is not run where it is missing. */
  readonly base?: Pick<BaseCheckout, 'open'>;
}

/** Runs checks one after another; after the first that doesn't pass the rest is not run. */
export async function runCheckList(
  checks: readonly Check[],
  how: How,
  signal: AbortSignal,
): Promise<Result<readonly CheckResult[], Problem>> {
  const { head } = how;
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (results.some((result) => result.outcome !== 'passed')) {
      results.push({ check, head, outcome: 'not-run', exitCode: null, durationMs: 0, tail: '' });
      continue;
    }
    const result = check.proof ? await runProof(check, how, signal) : await runCheck(check, how.cwd, how, signal);
    if (!result.ok) return result;
    results.push(result.value);
  }
  return ok(results);
}

async function runCheck(
  check: Check,
  cwd: string,
  { head, timeoutMs, commands, privacy }: How,
  signal: AbortSignal,
): Promise<Result<CheckResult, Problem>> {
  const ran = await commands.run({ cwd, argv: check.argv, timeoutMs }, signal);
  // A check that was cut short says nothing about the commit; taken as a failure, it would start another round.
  if (signal.aborted)
    return err(
      problem('check.stopped', '{check} was stopped before it ended. Resume to run it again.', { check: check.line }),
    );
  // Nor does one that MAM could not see to its end; that its program doesn't start is the commit's own matter.
  if (ran.problem !== null && ran.problem.code !== 'command.notStarted') return err(ran.problem);
  const { exitCode, durationMs } = ran;
  return ok({ check, head, outcome: outcomeOf(ran), exitCode, durationMs, tail: privacy.redact(ran.tail) });
}

/** A proof has to fail without the change; one that passes, or comes to no end there, proves nothing whatever it says with it. */
async function runProof(check: Check, how: How, signal: AbortSignal): Promise<Result<CheckResult, Problem>> {
  const { head, base } = how;
  if (!base) return ok({ check, head, outcome: 'not-run', exitCode: null, durationMs: 0, tail: '' });
  const place = await base.open();
  if (!place.ok) return place;
  const without = await runCheck(check, place.value, how, signal);
  if (!without.ok) return without;
  // Its program is not there without the change, or can't be run: that says nothing about the fault.
  if (without.value.exitCode === 126 || without.value.exitCode === 127) return without;
  if (without.value.outcome === 'failed') return runCheck(check, how.cwd, how, signal);
  return without.value.outcome === 'passed' ? ok({ ...without.value, outcome: 'failed' }) : without;
}

function outcomeOf(ran: CheckRun): CheckResult['outcome'] {
  if (ran.timedOut) return 'timed-out';
  if (ran.problem !== null) return 'not-run';
  return ran.exitCode === 0 ? 'passed' : 'failed';
}
