import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { commandLine } from '../../base/shellWord.ts';
import type { LoopOptions } from '../../core/loop/types.ts';
import type { Privacy } from '../../core/privacy/privacy.ts';
import type { Commands } from '../ports/commands.ts';
import type { Git } from '../ports/git.ts';

interface Needs {
  readonly git: Pick<Git, 'setUpWorktree'>;
  readonly commands: Commands;
  readonly privacy: () => Privacy;
}

/** Makes a checkout one in which checks can run, by the same set-up that a person's worktree gets. */
export async function setUpCheckout(
  path: string,
  wish: LoopOptions['setUp'],
  { git, commands, privacy }: Needs,
  signal: AbortSignal,
): Promise<Result<void, Problem>> {
  if (wish === undefined) return ok(undefined);
  const files = await git.setUpWorktree({ path, links: wish.links, submodules: false });
  if (!files.ok) return files;
  for (const argv of wish.commands) {
    const ran = await commands.run({ cwd: path, argv, timeoutMs: wish.timeoutMs }, signal);
    if (ran.problem === null && !ran.timedOut && ran.exitCode === 0) continue;
    const why = ran.problem && ran.problem.code !== 'command.notStarted' ? ran.problem : null;
    return err(why ?? failed(argv, privacy().redact(ran.tail).trim().slice(-mostTail)));
  }
  return ok(undefined);
}

/** Characters of a command's output that a person is shown. */
const mostTail = 400;

/** Whether a set-up ran and did not pass; anything else that went wrong says nothing of it. */
export const isSetUpFailure = ({ code }: Problem): boolean => code === 'check.setUpFailed';

const failed = (argv: readonly string[], tail: string): Problem =>
  tail === ''
    ? problem(
        'check.setUpFailed',
        'The set-up command {command} did not pass in a checkout for checks and printed nothing, so none was run there. Mend it, or take it out of mam.worktrees.setUp, then resume.',
        { command: commandLine(argv) },
      )
    : problem(
        'check.setUpFailed',
        'The set-up command {command} did not pass in a checkout for checks, so none was run there. Mend it, or take it out of mam.worktrees.setUp, then resume: {tail}',
        { command: commandLine(argv), tail },
      );
