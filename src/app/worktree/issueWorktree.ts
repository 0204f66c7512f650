import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Actor } from '../../core/actor.ts';
import { reasonOf } from '../../core/overlap/reasonOf.ts';
import type { Worktree } from '../../core/worktree/types.ts';
import type { OpenedIssue, OpenIssue } from '../openIssue.ts';
import type { Orchestrator } from '../orchestrator.ts';
import { startBase } from '../overlap/sharedBase.ts';
import type { Git } from '../ports/git.ts';
import { byHand, issueBody } from './byHand.ts';
import { remoteOf } from './freshBase.ts';
import { branchTaken } from './branchThere.ts';
import { made } from './made.ts';
import { startAt, worktreeNames } from './plan.ts';
import type { IssueWorktree, PreparedWorktree, WorktreeWanted, WorktreeWish } from './types.ts';

interface Deps {
  readonly git: Pick<Git, 'listBranches' | 'branchProblem' | 'branchStand' | 'remoteNames' | 'proveIsolation'>;
  readonly controlRoot: string;
  readonly orchestrator: Pick<Orchestrator, 'state' | 'onDidChange'>;
  /** The setting `mam.base`. */
  readonly preferred: () => string;
  readonly openIssue: OpenIssue;
  readonly prepare: (wanted: WorktreeWanted, actor: Actor) => Promise<Result<PreparedWorktree, Problem>>;
}

/**
 * Makes branch and worktree for an issue, which is opened first if there is none: last of all that could be refused, so
 * that nothing wrong leaves one behind. Resolves when the worktree is there. An error behind an issue names its number.
 */
export const createIssueWorktree =
  (deps: Deps) =>
  async (wish: WorktreeWish, actor: Actor): Promise<Result<IssueWorktree, Problem>> => {
    const { git, controlRoot } = deps;
    const branches = await git.listBranches();
    if (!branches.ok) return branches;
    const base = startBase(branches.value, wish.base, deps.preferred());
    if (!base.ok) return base;
    const issue = await issueFor(wish, deps, actor);
    if (!issue.ok) return issue;
    const { number, found } = issue.value;
    const names = worktreeNames(wish, number, controlRoot);
    const start = startAt(names.branch, wish, branches.value.local, base.value);
    const about = wish.title !== null && found ? [issueFound(number)] : [];
    const ready = deps.orchestrator.state.worktrees[names.branch]?.state === 'ready';
    const done = await deps.prepare({ ...names, base: start, prepares: { role: wish.role, issue: number } }, actor);
    if (done.ok) {
      const { base: on, fetched, warnings } = done.value;
      const from = fetched === 'fetched' ? await remoteOf(git, start) : null;
      return ok({
        state: 'made',
        ...names,
        issue: number,
        base: on.commit,
        fetched,
        commands: byHand(wish, names, from, { ...start, ...on }),
        warnings: [...about, ...(start.taken ? [await branchTaken(git, start, base.value)] : warnings)],
      });
    }
    // Whoever names an issue whose worktree was ready before is told so, not given it.
    const joins = done.error.code === 'worktree.exists' && (wish.title !== null || !ready);
    const there = joins ? await joined(deps, names) : null;
    if (there === null) return err(wish.title === null ? done.error : afterIssue(number, done.error));
    return ok({
      state: 'joined',
      ...names,
      issue: number,
      base: there.commit,
      fetched: null,
      commands: [],
      warnings: about,
    });
  };

/**
 * The worktree that is there already, if it is the wanted one: of two that ask at once the second has what the first
 * makes, and whoever names a title wants the worktree of its issue, whoever made it.
 */
async function joined(
  { orchestrator, git }: Pick<Deps, 'orchestrator' | 'git'>,
  { branch, path }: { readonly branch: string; readonly path: string },
): Promise<Worktree | null> {
  if (orchestrator.state.worktrees[branch]?.path !== path) return null;
  const settled = await made(orchestrator, branch);
  // Its folder may be gone, which only a person can settle.
  return settled?.state === 'ready' && (await git.proveIsolation(path)).ok ? settled : null;
}

async function issueFor(wish: WorktreeWish, deps: Deps, actor: Actor): Promise<Result<OpenedIssue, Problem>> {
  if (wish.issue !== null) return ok({ number: wish.issue, found: true });
  const unfit = await deps.git.branchProblem(worktreeNames(wish, '1', deps.controlRoot).branch);
  return unfit === null || unfit.code !== 'branch.invalid'
    ? deps.openIssue({ title: wish.title ?? '', body: issueBody(wish) }, actor)
    : err(unfit);
}

const issueFound = (issue: string): Problem =>
  problem('worktree.issueFound', 'Issue #{issue} has this title and is open already, so no other one was opened.', {
    issue,
  });

const afterIssue = (issue: string, why: Problem): Problem =>
  problem(
    'worktree.afterIssue',
    'Issue #{issue} is open, but its worktree could not be made: {reason}. Mend that, then try again with --issue {issue}.',
    { issue, reason: reasonOf(why) },
  );
