import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { portVariables } from '../../core/worktree/ports.ts';
import type { CleanUpWish, WorktreeCommand } from '../../core/worktree/types.ts';
import type { CheckRun } from '../ports/commands.ts';
import type { EffectContext } from './handler.ts';

/** Characters of a command's output that the log keeps. */
const mostTail = 4000;

/** Runs commands in a worktree with its ports, one after another until one does not pass. */
export async function runWorktreeCommands(
  context: EffectContext,
  { path, worktree, commands, timeoutMs }: CleanUpWish & { readonly path: string; readonly worktree: string },
  signal: AbortSignal,
): Promise<Result<readonly WorktreeCommand[], Problem>> {
  const env = portVariables(context.state().worktrees[worktree]?.ports);
  const { redact } = context.privacy();
  const done: WorktreeCommand[] = [];
  for (const argv of commands) {
    if (done.some(({ outcome }) => outcome !== 'passed')) {
      done.push({ argv, outcome: 'not-run', exitCode: null, durationMs: 0, tail: '' });
      continue;
    }
    const ran = await context.commands.run({ cwd: path, argv, timeoutMs, env }, signal);
    if (ran.problem !== null && ran.problem.code !== 'command.notStarted') return err(ran.problem);
    const { exitCode, durationMs } = ran;
    done.push({ argv, outcome: outcomeOf(ran), exitCode, durationMs, tail: redact(ran.tail).slice(-mostTail) });
  }
  return ok(done);
}

const outcomeOf = (ran: CheckRun): WorktreeCommand['outcome'] =>
  ran.timedOut ? 'timed-out' : ran.problem === null && ran.exitCode === 0 ? 'passed' : 'failed';
