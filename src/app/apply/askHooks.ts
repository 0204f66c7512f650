import { problem, type Problem } from '../../base/problem.ts';
import type { ApplyPlan } from '../../core/apply/types.ts';
import { unsafeHooks } from '../../core/breach/select.ts';
import type { State } from '../../core/state.ts';
import type { Git } from '../ports/git.ts';
import { hooksWorktree } from './clearHooks.ts';

/** Awake milliseconds that each hook of the repository has. */
const hookMs = 120_000;

/**
 * Why the repository's hooks don't let a patch be committed; null when they do. They run in a worktree of their own,
 * which is gone afterwards, and before anything is recorded: what a kill leaves of it is cleared at the next start. None
 * runs while nobody has said that what it is stands as the person made it.
 */
export async function askHooks(
  git: Pick<Git, 'createWorktree' | 'removeWorktree' | 'tryHooks'>,
  root: string,
  state: Pick<State, 'breaches'>,
  { parent, tree, task, agent }: Pick<ApplyPlan, 'parent' | 'tree' | 'task' | 'agent'>,
): Promise<Problem | null> {
  const [breach] = unsafeHooks(state);
  if (breach) return hooksInDoubt(breach.id);
  const name = hooksWorktree(tree);
  const path = `${root}/${name}`;
  const made = await git.createWorktree({ path, branch: null, commit: parent });
  if (!made.ok) return made.error;
  const message = `feat(${task}): apply patch proposal\n\n${task}, by ${agent}`;
  const ran = await git.tryHooks({ path, tree, message, timeoutMs: hookMs });
  const removed = await git.removeWorktree(path, name, [tree]);
  if (!ran.ok) return ran.error;
  return removed.ok ? null : removed.error;
}

const hooksInDoubt = (breach: string): Problem =>
  problem(
    'apply.hooksInDoubt',
    'What git runs may have been changed while an agent worked (breach {breach}), so no hook is asked. Look at it and accept it with mam breach, or turn mam.apply.runHooks off.',
    { breach },
  );
