import { problem, type Problem } from '../../base/problem.ts';
import { commandLine } from '../../base/shellWord.ts';
import type { WorktreeCommand } from '../../core/worktree/types.ts';
import { basePathOf, removeLeftBase } from './baseCheckout.ts';
import type { Handler } from './handler.ts';
import { runWorktreeCommands } from './worktreeCommands.ts';

/**
 * Removes a worktree after its clean-up and after keeping what it holds; one that is gone already counts as removed. A
 * clean-up command that does not pass keeps it where it is.
 */
export const removeWorktree: Handler<'removeWorktree'> = async (effect, context, signal) => {
  const { git, state, mostRescueBytes } = context;
  const { path, worktree, known, keep, cleanUp } = effect;
  // A crash may have come after the removal: then there is nothing left to run them in.
  const sight = cleanUp === undefined ? null : await git.lookAtWorktree(path);
  const there = sight?.ok === true && sight.value.folder === 'there';
  const ran = there && cleanUp ? await runWorktreeCommands(context, { path, worktree, ...cleanUp }, signal) : null;
  if (ran?.ok === false) return { kind: 'failed', problem: ran.error };
  const failed = ran?.value.find(({ outcome }) => outcome !== 'passed');
  if (failed) return { kind: 'failed', problem: cleanUpFailed(failed) };
  // Readers leave products of commands, and checks what their set-up copied, too; whatever a writer leaves may be its work.
  const purpose = state().worktrees[worktree]?.purpose;
  const most = purpose === 'write' ? mostRescueBytes() : purpose === 'check' ? 'none' : undefined;
  const left =
    purpose === 'check' ? await removeLeftBase(basePathOf(path), `${worktree}-base`, git) : ({ ok: true } as const);
  if (!left.ok) return { kind: 'failed', problem: left.error };
  const removed =
    keep === undefined
      ? await git.removeWorktree(path, worktree, known ?? [], most)
      : await git.removeWholeWorktree(path, keep);
  return removed.ok
    ? { kind: 'removeWorktree', rescue: removed.value.rescue, ...(ran === null ? {} : { cleanUp: ran.value }) }
    : { kind: 'failed', problem: removed.error };
};

const cleanUpFailed = ({ argv, outcome, tail }: WorktreeCommand): Problem =>
  problem(
    'worktree.cleanUpFailed',
    'The clean-up command {command} did not pass ({outcome}), so the worktree stays. Mend the reason, or remove it with --skip-clean-up: {tail}',
    { command: commandLine(argv), outcome, tail: tail.trim().slice(-400) },
  );
