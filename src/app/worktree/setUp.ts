import { problem, type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import { forbidden, setUpEffect } from '../../core/worktree/setUp.ts';
import type { SetUpResult, SetUpWish } from '../../core/worktree/types.ts';
import { commandLine } from '../../base/shellWord.ts';
import type { Settings } from '../../protocol/settings.ts';
import { setUpProblems } from '../effects/setUpWorktree.ts';
import type { Orchestrator } from '../orchestrator.ts';
import type { Settled } from '../settlement.ts';

export interface SetUpDone {
  readonly result: SetUpResult | null;
  /** Commands that wait for a person's leave, and what did not pass. */
  readonly warnings: readonly Problem[];
}

interface Deps {
  readonly orchestrator: Pick<Orchestrator, 'state'>;
  readonly settings: () => Settings;
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: Settled;
}

/** Sets a worktree up as the settings say: links, copies, submodules where they are wanted, and commands that were allowed. */
export const createSetUp =
  ({ orchestrator, settings, settled }: Deps) =>
  async (worktree: string, submodules: boolean, actor: Actor): Promise<Result<SetUpDone, Problem>> => {
    const now = settings();
    const wish: SetUpWish = {
      links: now['mam.worktrees.links'],
      submodules,
      commands: now['mam.worktrees.setUp'],
      timeoutMs: now['mam.worktrees.setUpMinutes'] * 60_000,
    };
    const allowed = now['mam.checks.allowed'];
    const asks = forbidden(orchestrator.state, allowed, wish).map(notAllowed);
    const command = { type: 'setUpWorktree', worktree, wish, allowed } as const;
    const done = await settled(setUpEffect(worktree), command, actor);
    if (!done.ok && done.error.code === 'worktree.setUpStopped') return ok({ result: null, warnings: [done.error] });
    if (!done.ok) return done;
    const result = orchestrator.state.worktrees[worktree]?.setUp ?? null;
    return ok({ result, warnings: [...asks, ...(result === null ? [] : setUpProblems(result))] });
  };

const notAllowed = (argv: readonly string[]): Problem =>
  problem(
    'worktree.setUpAsks',
    'The set-up command {command} was not run, since nobody allowed it yet. Allow it once with mam worktree set-up PATH --allow.',
    { command: commandLine(argv) },
  );
