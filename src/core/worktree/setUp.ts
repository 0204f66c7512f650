import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Command } from '../command.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { SetUpWish } from './types.ts';

/** Asks for the set-up of a worktree that is there. Only commands that a person allowed are run. */
export function setUpWorktree(
  state: State,
  { worktree: id, wish, allowed }: Extract<Command, { type: 'setUpWorktree' }>,
): Result<readonly DomainEvent[], Problem> {
  const worktree = state.worktrees[id];
  if (worktree?.state !== 'ready')
    return err(
      problem('worktree.notReady', 'The worktree {worktree} is not ready. See mam doctor for what became of it.', {
        worktree: id,
      }),
    );
  if (state.effects[setUpEffect(id)]) return ok([]);
  const commands = wish.commands.filter((argv) => isAllowed(state, allowed, argv));
  return ok([
    {
      type: 'effectRequested',
      effect: {
        ...{ kind: 'setUpWorktree', id: setUpEffect(id), run: null, worktree: id, path: worktree.path },
        wish: { ...wish, commands },
      },
    },
  ]);
}

export const setUpEffect = (worktree: string): string => `${worktree}/set-up`;

/** Commands of a set-up that nobody allowed yet. */
export const forbidden = (
  state: Pick<State, 'allowedChecks'>,
  allowed: readonly (readonly string[])[],
  { commands }: Pick<SetUpWish, 'commands'>,
): readonly (readonly string[])[] => commands.filter((argv) => !isAllowed(state, allowed, argv));

const isAllowed = (
  { allowedChecks }: Pick<State, 'allowedChecks'>,
  allowed: readonly (readonly string[])[],
  argv: readonly string[],
): boolean =>
  [...allowedChecks, ...allowed].some(
    (one) => one.length === argv.length && one.every((word, at) => word === argv[at]),
  );
