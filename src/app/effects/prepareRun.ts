import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { seedOf } from '../../core/loop/seed.ts';
import type { Run } from '../../core/loop/types.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { PatchOptions } from '../../core/patch/types.ts';
import type { Task } from '../../core/task/types.ts';
import { isOwnPlace } from '../apply/delicatePaths.ts';
import { checksAt } from '../checksAt.ts';
import { findRun } from '../findRun.ts';
import type { Git } from '../ports/git.ts';
import type { EffectContext, Handler } from './handler.ts';
import { prepareSource } from './prepareSource.ts';

/** Looks at the repository before anything is made: base commit, a free branch, and the checks as they stand at that base. */
export const prepareRun: Handler<'prepareRun'> = async (effect, context) => {
  const run = findRun(context.state(), effect.run);
  if (run.options.patch) return prepareProposal(run, run.options.patch, context);
  const { source } = run.options;
  const base = await context.git.resolveBase(source?.base ?? context.preferredBase());
  if (!base.ok) return { kind: 'failed', problem: base.error };
  const found = await checksAt(base.value.commit, run.task.id, newestEntry(context, run), context);
  if (!found.ok) return { kind: 'failed', problem: found.error };
  if (source) return prepareSource(run, source, found.value, context);
  const chosen = await branchOf(context, run, effect.branch);
  if (!chosen.ok) return { kind: 'failed', problem: chosen.error };
  const branch = chosen.value;
  const clash = branch === run.branch && run.change ? null : await context.git.branchProblem(branch);
  if (clash) return { kind: 'failed', problem: clash };
  return {
    kind: 'prepareRun',
    base: base.value,
    branch,
    checks: found.value.checks,
    checksFrom: found.value.from,
  };
};

/**
 * What a lane that proposes starts from: the head of the work that it mends, else the base, without the private values of
 * claimed texts. No branch is looked for, since none moves, and no check, since none runs.
 */
async function prepareProposal(
  run: Run,
  { repairs, base: wanted, seedChanges }: PatchOptions,
  { git, state, preferredBase, privacy, places }: EffectContext,
): Promise<Outcome> {
  const repaired = repairs === undefined ? undefined : state().runs[repairs];
  const base = repaired?.base ? ok(repaired.base) : await git.resolveBase(wanted ?? preferredBase());
  if (!base.ok) return { kind: 'failed', problem: base.error };
  const seed = await git.seedCommit({
    commit: repaired ? seedOf(repaired, base.value) : base.value.commit,
    claims: run.claims,
    takeChanges: seedChanges,
    isOwn: isOwnPlace(places.controlRoot, run.options.worktreesRoot),
    redact: privacy().redact,
    at: run.startedAt,
  });
  if (!seed.ok) return { kind: 'failed', problem: seed.error };
  return {
    kind: 'prepareRun',
    base: base.value,
    branch: run.branch,
    checks: [],
    checksFrom: 'start',
    seed: seed.value,
  };
}

/** The entry as it is now, as long as nothing was spent on what it was when the run started. */
const newestEntry = ({ state }: EffectContext, run: Run): Task =>
  (run.round === 0 ? state().queue.tasks.find((task) => task.id === run.task.id) : undefined) ?? run.task;

/** The run's own branch while it is where the run left it: one that somebody moved is theirs from then on. */
async function branchOf({ git }: EffectContext, run: Run, wanted: string): Promise<Result<string, Problem>> {
  if (!run.change) return freeBranch(git, wanted);
  const ref = `refs/heads/${run.branch}`;
  const found = await git.refs([ref]);
  if (!found.ok) return found;
  return found.value[ref] === run.change.head ? ok(run.branch) : freeBranch(git, wanted);
}

/** A branch that is there already belongs to earlier work and is never taken over. */
async function freeBranch(git: Git, wanted: string): Promise<Result<string, Problem>> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    const ref = `refs/heads/${name}`;
    const found = await git.refs([ref]);
    if (!found.ok) return found;
    if (!(ref in found.value)) return ok(name);
  }
}
