import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Run } from '../../core/loop/types.ts';
import { findRun } from '../findRun.ts';
import type { Git } from '../ports/git.ts';
import { basePathOf, createBaseCheckout } from './baseCheckout.ts';
import { commandsInTime } from './commandsInTime.ts';
import { setUpCheckout } from './setUpCheckout.ts';
import { runCheckList } from '../runCheckList.ts';
import type { EffectOf, Handler } from './handler.ts';

/** Runs the task's checks in a clean checkout of the exact commit. */
export const runChecks: Handler<'runChecks'> = async (effect, context, signal) => {
  const { git, privacy, state } = context;
  const run = findRun(state(), effect.run);
  const commands = commandsInTime(context, run.loop);
  const about = aboutOf(run, effect.head);
  const clean = await cleanCheckout(effect, git, about.tree);
  if (!clean.ok) return { kind: 'failed', problem: clean.error };
  const { path: cwd, head, checks } = effect;
  const setUp = (path: string) => setUpCheckout(path, run.options.setUp, { git, commands, privacy }, signal);
  const ready = await setUp(cwd);
  if (!ready.ok) return { kind: 'failed', problem: ready.error };
  const base = createBaseCheckout(
    basePathOf(cwd),
    { base: about.base, head, files: run.change?.files ?? [], checks },
    { git, setUp },
  );
  const how = { cwd, head, timeoutMs: run.options.checkTimeoutMs, commands, privacy: privacy(), base };
  const results = await runCheckList(checks, how, signal);
  const closed = await base.close();
  if (!results.ok) return { kind: 'failed', problem: results.error };
  return closed.ok ? { kind: 'runChecks', results: results.value } : { kind: 'failed', problem: closed.error };
};

/** What the checkout must hold, and what a proof is run at without the change: of the head itself, or of its merge with the base of then. */
const aboutOf = ({ base, change, merged }: Run, head: string) =>
  merged?.made.kind === 'clean' && merged.made.commit === head
    ? { tree: merged.made.tree, base: merged.base }
    : { tree: change?.tree, base: base?.commit ?? '' };

/** An earlier, interrupted try may have left its mark on the checkout: then a new one takes its place. */
async function cleanCheckout(
  { path, head }: EffectOf<'runChecks'>,
  git: Git,
  tree: string | undefined,
): Promise<Result<void, Problem>> {
  const isolated = await git.proveIsolation(path);
  if (!isolated.ok) return isolated;
  const now = await git.snapshotTree(path);
  if (!now.ok || now.value === tree) return now.ok ? ok(undefined) : now;
  const removed = await git.removeWorktree(path, `${head}-checks`, [], 'none');
  if (!removed.ok) return removed;
  const made = await git.createWorktree({ path, branch: null, commit: head });
  return made.ok ? ok(undefined) : made;
}
