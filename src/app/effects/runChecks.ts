import { problem, type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { CheckResult } from '../../core/evidence/types.ts';
import { findRun } from '../findRun.ts';
import type { CheckRun } from '../ports/commands.ts';
import type { Git } from '../ports/git.ts';
import type { EffectOf, Handler } from './handler.ts';

/** Runs the task's checks one after another in a clean checkout of the exact commit; after the first failure the rest is not run. */
export const runChecks: Handler<'runChecks'> = async (effect, { commands, git, privacy, state }, signal) => {
  const clean = await cleanCheckout(effect, git, findRun(state(), effect.run).change?.tree);
  if (!clean.ok) return { kind: 'failed', problem: clean.error };
  const { checkTimeoutMs } = findRun(state(), effect.run).options;
  const results: CheckResult[] = [];
  for (const check of effect.checks) {
    if (results.some((result) => result.outcome !== 'passed')) {
      results.push({ check, head: effect.head, outcome: 'not-run', exitCode: null, durationMs: 0, tail: '' });
      continue;
    }
    const ran = await commands.run({ cwd: effect.path, argv: check.argv, timeoutMs: checkTimeoutMs }, signal);
    // A check that was cut short says nothing about the commit; taken as a failure, it would start another round.
    if (signal.aborted)
      return {
        kind: 'failed',
        problem: problem('check.stopped', '{check} was stopped before it ended. Resume to run it again.', {
          check: check.line,
        }),
      };
    // Nor does one that MAM could not see to its end; that its program doesn't start is the commit's own matter.
    if (ran.problem !== null && ran.problem.code !== 'command.notStarted')
      return { kind: 'failed', problem: ran.problem };
    results.push({
      check,
      head: effect.head,
      outcome: outcomeOf(ran),
      exitCode: ran.exitCode,
      durationMs: ran.durationMs,
      tail: privacy().redact(ran.tail),
    });
  }
  return { kind: 'runChecks', results };
};

/** An earlier, interrupted try may have left its mark on the checkout: then a new one takes its place. */
async function cleanCheckout(
  { path, head }: EffectOf<'runChecks'>,
  git: Git,
  tree: string | undefined,
): Promise<Result<void, Problem>> {
  const isolated = await git.proveIsolation(path);
  if (!isolated.ok) return isolated;
  const now = await git.snapshotTree(path);
  if (!now.ok || now.value === tree) return now.ok ? ok(undefined) : now;
  const removed = await git.removeWorktree(path, `${head}-checks`, []);
  if (!removed.ok) return removed;
  const made = await git.createWorktree({ path, branch: null, commit: head });
  return made.ok ? ok(undefined) : made;
}

function outcomeOf(ran: CheckRun): CheckResult['outcome'] {
  if (ran.timedOut) return 'timed-out';
  if (ran.problem !== null) return 'not-run';
  return ran.exitCode === 0 ? 'passed' : 'failed';
}
