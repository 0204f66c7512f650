import type { Actor } from '../core/actor.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { Git } from './ports/git.ts';
import type { Log } from './ports/system.ts';

/** Records which of the worktrees that people asked for git moved or removed. Git is not asked while there is none. */
export async function observeWorktrees(
  git: Pick<Git, 'listLinked'>,
  log: Log,
  orchestrator: Orchestrator,
  actor: Actor,
): Promise<void> {
  const theirs = Object.values(orchestrator.state.worktrees).filter(
    ({ purpose, state }) => purpose === 'person' && state === 'ready',
  );
  if (theirs.length === 0) return;
  const linked = await git.listLinked(theirs.map((one) => one.path));
  if (!linked.ok) return log.warn('worktrees could not be listed', { code: linked.error.code, ...linked.error.params });
  const there = new Set(linked.value.map((one) => one.path));
  if (theirs.every(({ path }) => there.has(path))) return;
  // Only those that were there before git was asked: one that was made meanwhile may not be in its answer yet.
  const seen = theirs.map((one) => one.id);
  await orchestrator.dispatch({ type: 'observeWorktrees', seen, linked: linked.value }, actor);
}
