import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { EffectContext, EffectOf, Handler } from './handler.ts';

/**
 * Deletes a branch whose work has arrived, unless something builds on it. What can't be known keeps it. Only the local
 * branch is ever touched; its commit stays below `refs/mam/rescue/`.
 */
export const deleteBranch: Handler<'deleteBranch'> = async (effect, context) => {
  const { branch, head } = effect;
  const ref = `refs/heads/${branch}`;
  const now = await context.git.refs([ref]);
  if (!now.ok) return { kind: 'failed', problem: now.error };
  const at = now.value[ref];
  if (at === undefined) return { kind: 'deleteBranch', rescue: null };
  if (at !== head)
    return {
      kind: 'failed',
      problem: problem('branch.moved', '{branch} moved to {commit} meanwhile, so it is not deleted.', {
        branch,
        commit: at.slice(0, 7),
      }),
    };
  const unproven = await context.prove();
  if (unproven) return { kind: 'failed', problem: unproven };
  const dependents = await dependentsOf(effect, context);
  if (!dependents.ok) return { kind: 'failed', problem: dependents.error };
  if (dependents.value.length > 0)
    return {
      kind: 'failed',
      problem: problem(
        'branch.dependents',
        'Others build on {branch}, so it is not deleted: {dependents}. Merge or close them first.',
        { branch, dependents: dependents.value.slice(0, 5).join(', ') },
      ),
    };
  const deleted = await context.git.deleteBranch({ branch, head });
  return deleted.ok
    ? { kind: 'deleteBranch', rescue: deleted.value.rescue }
    : { kind: 'failed', problem: deleted.error };
};

/** Branches, checkouts and open pull requests that contain the head beyond what is on the base. */
async function dependentsOf(
  effect: EffectOf<'deleteBranch'>,
  context: EffectContext,
): Promise<Result<readonly string[], Problem>> {
  const { git } = context;
  const [branches, checkouts] = await Promise.all([git.listBranches(), git.listCheckouts()]);
  if (!branches.ok) return branches;
  if (!checkouts.ok) return checkouts;
  const here = checkouts.value.find((one) => one.branch === effect.branch || one.rebasing === effect.branch);
  if (here)
    return err(
      problem(
        'branch.checkedOut',
        '{branch} is checked out in {path}, so it is not deleted. Switch that to another one.',
        {
          branch: effect.branch,
          path: here.path,
        },
      ),
    );
  const base = effect.baseRef.replace(/^refs\/heads\//, '');
  const candidates = [
    ...Object.entries(branches.value.local).filter(([name]) => name !== effect.branch && name !== base),
    ...checkouts.value.flatMap(({ branch, head, path }) => (branch === null && head ? [[path, head] as const] : [])),
  ];
  const found: string[] = [];
  for (const [name, commit] of candidates) {
    const builds = await buildsOn(effect, commit, branches.value.local[base] ?? null, context);
    if (!builds.ok) return builds;
    if (builds.value) found.push(name);
  }
  const remote = await remoteDependents(effect.branch, Object.keys(branches.value.remote), context);
  return remote.ok ? ok([...found, ...remote.value]) : remote;
}

/** Contains the head, and not only as part of the base that it lies on or was started from. */
async function buildsOn(
  { head }: EffectOf<'deleteBranch'>,
  commit: string,
  base: string | null,
  { git, state }: EffectContext,
): Promise<Result<boolean, Problem>> {
  const contains = await git.isAncestor(head, commit);
  if (!contains.ok || !contains.value) return contains;
  const arrived = base === null ? ok(false) : await git.isAncestor(commit, base);
  if (!arrived.ok || arrived.value) return arrived.ok ? ok(false) : arrived;
  // A run of MAM says itself where it was started from.
  const run = Object.values(state().runs).findLast((one) => one.change?.head === commit);
  if (!run?.base) return ok(true);
  const fromBase = await git.isAncestor(head, run.base.commit);
  return fromBase.ok ? ok(!fromBase.value) : fromBase;
}

/** Open pull requests that are to be merged into the branch. Nobody can have made one for a branch that is on no remote. */
async function remoteDependents(
  branch: string,
  remote: readonly string[],
  { forge }: EffectContext,
): Promise<Result<readonly string[], Problem>> {
  if (!remote.some((name) => name.slice(name.indexOf('/') + 1) === branch)) return ok([]);
  const asked = await forge.dependentsOf(branch);
  if (!asked.ok)
    return err(
      problem(
        'branch.dependentsUnknown',
        '{branch} is on a remote, and whether pull requests build on it can’t be looked up here, so it is not deleted. Make sure yourself, then delete it with git.',
        { branch },
      ),
    );
  return ok(asked.value.map((one) => `#${one.number}`));
}
