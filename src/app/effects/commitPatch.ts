import { problem, type Problem } from '../../base/problem.ts';
import { stepsOf } from '../../core/loop/options.ts';
import { findRun } from '../findRun.ts';
import { findTestLosses } from './findTestLosses.ts';
import type { EffectContext, EffectOf, Handler } from './handler.ts';

/** Commits the captured tree on the integration branch; asked twice, it finds the commit that it made. */
export const commitPatch: Handler<'commitPatch'> = async (effect, context) => {
  const { tree, parent, expect, branch, message, at, follow = false } = effect;
  const guard = (): Promise<Problem | null> => lostLease(effect, context);
  const commit = await context.git.commit({ tree, parent, expect, branch, message, at, guard, follow });
  if (!commit.ok) return { kind: 'failed', problem: commit.error };
  const { head } = commit.value;
  const run = findRun(context.state(), effect.run);
  if (!stepsOf(run.options).protectTests) return { kind: 'commitPatch', head, tree: commit.value.tree };
  const change = { base: effect.base, head, files: run.captured?.files ?? [] };
  return { kind: 'commitPatch', head, tree: commit.value.tree, tests: await findTestLosses(change, context.git) };
};

/** Whether the right to write went to somebody else since the commit was asked for, by what the log says now. */
async function lostLease(
  { run, lease, branch }: EffectOf<'commitPatch'>,
  context: EffectContext,
): Promise<Problem | null> {
  if (!lease) return null;
  const behind = await context.catchUp();
  if (behind) return behind;
  const now = context.state().leases[lease.id];
  if (now?.epoch === lease.epoch && now.state === 'active') return null;
  return problem(
    'lease.lost',
    '{task} lost its lease before its work was committed, so {branch} was not moved. The work is kept in its worktree. Resume when its files are free.',
    { task: findRun(context.state(), run).task.id, branch },
  );
}
