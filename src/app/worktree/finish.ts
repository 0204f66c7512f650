import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import type { Command } from '../../core/command.ts';
import type { Settings } from '../../protocol/settings.ts';
import type { Orchestrator } from '../orchestrator.ts';
import { made } from './made.ts';
import { portRange } from './portRange.ts';
import { createSetUp, type SetUpDone } from './setUp.ts';
import type { Settled } from '../settlement.ts';

interface Deps {
  readonly orchestrator: Pick<Orchestrator, 'state' | 'onDidChange'>;
  readonly settings: () => Settings;
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: Settled;
}

export type FinishWorktree = (
  path: string,
  actor: Actor,
) => Promise<Result<SetUpDone & { readonly worktree: string }, Problem>>;

/**
 * Makes a worktree of a person to its end that a crash left half-made or that could not be made, where it was to be and at
 * the commit that it was to start at, and sets it up as it was asked for then.
 */
export const createFinishWorktree =
  ({ orchestrator, settings, settled }: Deps): FinishWorktree =>
  async (path, actor) => {
    const found = Object.values(orchestrator.state.worktrees).find((one) => one.path === path && one.run === null);
    if (found === undefined) return err(unknown(path));
    if (found.state === 'failed') {
      const { id, branch, commit, base, asked } = found;
      const command: Command = {
        ...{ type: 'createWorktree', path, branch: branch ?? id, commit, portRange: portRange(settings()) },
        ...(base === undefined ? {} : { base }),
        ...(asked === undefined ? {} : { asked }),
      };
      const again = await settled(`${id}/create`, command, actor);
      if (!again.ok) return again;
    }
    const whole = await made(orchestrator, found.id);
    if (whole?.state !== 'ready') return err(notReady(found.id));
    const ready = await createSetUp({ orchestrator, settings, settled })(found.id, false, actor);
    return ready.ok ? ok({ ...ready.value, worktree: found.id }) : ready;
  };

const unknown = (path: string): Problem =>
  problem('worktree.unknown', 'MAM made no worktree at {path}. Prepare one with mam worktree prepare.', { path });

const notReady = (worktree: string): Problem =>
  problem('worktree.notReady', 'The worktree {worktree} is not ready. See mam doctor for what became of it.', {
    worktree,
  });
