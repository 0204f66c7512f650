import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Command } from '../command.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import type { CleanUpWish, SetUpResult, Worktree } from './types.ts';

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
        wish: { ...wish, submodules: wish.submodules || worktree.asked?.submodules === true, commands },
      },
    },
  ]);
}

/** Its runner sees that nobody wants it any more, and ends what runs. */
export function stopSetUp(
  state: State,
  { worktree }: Extract<Command, { type: 'stopSetUp' }>,
): Result<readonly DomainEvent[], Problem> {
  const effect = setUpEffect(worktree);
  if (!state.effects[effect]) return ok([]);
  return ok([{ type: 'effectSettled', effect, problem: stopped(worktree) }]);
}

const stopped = (worktree: string): Problem =>
  problem(
    'worktree.setUpStopped',
    'The set-up of {worktree} was stopped. The worktree is there; to go on: mam worktree set-up PATH.',
    { worktree },
  );

export const setUpEffect = (worktree: string): string => `${worktree}/set-up`;

/** Whether all of a set-up passed that was to be run. */
export const isWhole = ({ commands }: SetUpResult): boolean => commands.every(({ outcome }) => outcome === 'passed');

/** A worktree after a set-up: its submodules are filled then, and nothing is missing any more once all commands passed. */
export function withSetUp({ asked, ...worktree }: Worktree, result: SetUpResult): Worktree {
  const left = asked === undefined || isWhole(result) ? {} : { asked: { submodules: false } };
  return { ...worktree, ...left, setUp: result };
}

/** Whether a person's worktree was not made to its end: not there yet, or without the set-up that was asked for with it. */
export const isHalfMade = ({ run, state, asked }: Worktree): boolean =>
  run === null && (state === 'creating' || (state === 'ready' && asked !== undefined));

/** Commands of a set-up that nobody allowed yet. */
export const forbidden = (
  state: Pick<State, 'allowedChecks'>,
  allowed: readonly (readonly string[])[],
  { commands }: Pick<CleanUpWish, 'commands'>,
): readonly (readonly string[])[] => commands.filter((argv) => !isAllowed(state, allowed, argv));

const isAllowed = (
  { allowedChecks }: Pick<State, 'allowedChecks'>,
  allowed: readonly (readonly string[])[],
  argv: readonly string[],
): boolean =>
  [...allowedChecks, ...allowed].some(
    (one) => one.length === argv.length && one.every((word, at) => word === argv[at]),
  );
