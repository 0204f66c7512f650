import { problem, type Problem } from '../../base/problem.ts';
import { commandLine } from '../../base/shellWord.ts';
import type { SetUpResult } from '../../core/worktree/types.ts';
import type { Handler } from './handler.ts';
import { runWorktreeCommands } from './worktreeCommands.ts';

/** Makes a new worktree one to work in: links, copies, submodules where they are wanted, and the commands that were allowed. */
export const setUpWorktree: Handler<'setUpWorktree'> = async (effect, context, signal) => {
  const { path, worktree, wish } = effect;
  const { links, submodules, timeoutMs } = wish;
  const files = await context.git.setUpWorktree({ path, links, submodules });
  if (!files.ok) return { kind: 'failed', problem: files.error };
  const ran = await runWorktreeCommands(context, { path, worktree, commands: wish.commands, timeoutMs }, signal);
  if (!ran.ok) return { kind: 'failed', problem: ran.error };
  return { kind: 'setUpWorktree', result: { ...files.value, commands: ran.value } };
};

/** Why a set-up is not whole, if it is not: its commands are a person's own, and the worktree is there all the same. */
export function setUpProblems({ commands }: SetUpResult): readonly Problem[] {
  const failed = commands.find(({ outcome }) => outcome !== 'passed');
  if (failed === undefined) return [];
  const notRun = commands.filter(({ outcome }) => outcome === 'not-run').map(({ argv }) => commandLine(argv));
  return [commandFailed(failed), ...(notRun.length === 0 ? [] : [commandsNotRun(notRun)])];
}

function commandFailed({ argv, outcome, tail }: SetUpResult['commands'][number]): Problem {
  const about = { command: commandLine(argv), outcome };
  const said = tail.trim().slice(-400);
  return said === ''
    ? problem(
        'worktree.setUpFailed',
        'The set-up command {command} did not pass ({outcome}) and printed nothing. The worktree is there; mend the reason, then run mam worktree set-up again.',
        about,
      )
    : problem(
        'worktree.setUpFailed',
        'The set-up command {command} did not pass ({outcome}). The worktree is there; mend the reason, then run mam worktree set-up again: {tail}',
        { ...about, tail: said },
      );
}

const commandsNotRun = (commands: readonly string[]): Problem =>
  problem('worktree.setUpNotRun', 'So these set-up commands after it were not run: {commands}', {
    commands: commands.join(', '),
  });
