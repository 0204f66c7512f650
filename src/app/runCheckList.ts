import { fill, problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Check, CheckResult, WithoutChange } from '../core/evidence/types.ts';
import { withoutChange } from '../core/evidence/withoutChange.ts';
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
      results.push(notRun(check, head));
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
  how: How,
  signal: AbortSignal,
): Promise<Result<CheckResult, Problem>> {
  const ran = await runOnce(check, cwd, how, signal);
  return ran.ok ? ok(resultOf(check, ran.value, how)) : ran;
}

async function runOnce(
  check: Check,
  cwd: string,
  { timeoutMs, commands }: How,
  signal: AbortSignal,
): Promise<Result<CheckRun, Problem>> {
  const ran = await commands.run({ cwd, argv: check.argv, timeoutMs }, signal);
  // A check that was cut short says nothing about the commit; taken as a failure, it would start another round.
  if (signal.aborted)
    return err(
      problem('check.stopped', '{check} was stopped before it ended. Resume to run it again.', { check: check.line }),
    );
  // Nor does one that MAM could not see to its end; that its program doesn't start is the commit's own matter.
  return ran.problem !== null && ran.problem.code !== 'command.notStarted' ? err(ran.problem) : ok(ran);
}

/** A proof has to fail without the change, and by a test of its own: whatever else ends there proves nothing. */
async function runProof(check: Check, how: How, signal: AbortSignal): Promise<Result<CheckResult, Problem>> {
  const { head, base } = how;
  if (!base) return ok(notRun(check, head));
  const place = await base.open();
  if (!place.ok) return place;
  const { path, base: commit, unfit } = place.value;
  if (unfit) {
    const tail = fill(unfit.text, unfit.params);
    return ok({ ...notRun(check, head), tail, without: { base: commit, outcome: 'not-set-up' } });
  }
  const ran = await runOnce(check, path, how, signal);
  if (!ran.ok) return ran;
  const { exitCode, timedOut, problem: why, tail } = ran.value;
  const outcome = withoutChange({ exitCode, timedOut, notStarted: why !== null, tail });
  const without = { base: commit, outcome };
  if (outcome !== 'fails') return ok({ ...resultOf(check, ran.value, how), outcome: wordOf[outcome], without });
  const withIt = await runCheck(check, how.cwd, how, signal);
  return withIt.ok ? ok({ ...withIt.value, without }) : withIt;
}

/** What a proof counts as that did not fail without the change. What the writer can mend has failed; the rest is unknown. */
const wordOf: Readonly<Record<Exclude<WithoutChange, 'fails'>, CheckResult['outcome']>> = {
  passes: 'failed',
  'no-tests': 'failed',
  'not-built': 'failed',
  'no-command': 'not-run',
  'no-dependency': 'not-run',
  killed: 'not-run',
  'not-set-up': 'not-run',
  'timed-out': 'timed-out',
};

const notRun = (check: Check, head: string): CheckResult => ({
  check,
  head,
  outcome: 'not-run',
  exitCode: null,
  durationMs: 0,
  tail: '',
});

const resultOf = (check: Check, ran: CheckRun, { head, privacy }: How): CheckResult => ({
  check,
  head,
  outcome: outcomeOf(ran),
  exitCode: ran.exitCode,
  durationMs: ran.durationMs,
  tail: privacy.redact(ran.tail),
});

function outcomeOf(ran: CheckRun): CheckResult['outcome'] {
  if (ran.timedOut) return 'timed-out';
  if (ran.problem !== null) return 'not-run';
  return ran.exitCode === 0 ? 'passed' : 'failed';
}
