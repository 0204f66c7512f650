import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { issueBranch } from '../../core/branch/issue.ts';
import { startBase, type SharedBase } from '../overlap/sharedBase.ts';
import type { Branches, Git } from '../ports/git.ts';
import { branchTaken } from './branchThere.ts';
import { byHand } from './byHand.ts';
import { ofNoRemote, remoteOf } from './freshBase.ts';
import type { IssueWorktree, WorktreeWish } from './types.ts';

/** Stands where the number of an issue will be that is not open yet. */
const placeholder = 'NUMBER';

/** Branch and absolute folder for an issue. They lie beside the repository, so that its name stays the folder's name. */
export function worktreeNames(
  { type, slug }: Pick<WorktreeWish, 'type' | 'slug'>,
  issue: string,
  controlRoot: string,
): { readonly branch: string; readonly path: string } {
  const [, beside = '', name = ''] = /^(.*[\\/])([^\\/]+)[\\/]?$/s.exec(controlRoot) ?? [];
  return { branch: issueBranch(type, issue, slug), path: `${beside}${issue}-${slug}/${name}` };
}

export interface Start extends SharedBase {
  /** The branch is there already, and is checked out as it is. */
  readonly taken: boolean;
}

/** Work that a branch of the issue has already goes on; only where a person names a base, it must be a new one. */
export function startAt(
  branch: string,
  wish: Pick<WorktreeWish, 'base'>,
  local: Branches['local'],
  base: SharedBase,
): Start {
  const commit = local[branch];
  return commit === undefined || wish.base !== null ? { ...base, taken: false } : { name: branch, commit, taken: true };
}

/** What a wish comes to, by what is known here: nothing is fetched, opened or made. `preferred` is the setting `mam.base`. */
export async function planIssueWorktree(
  wish: WorktreeWish,
  {
    git,
    controlRoot,
    preferred,
  }: {
    readonly git: Pick<Git, 'listBranches' | 'remoteNames' | 'branchStand'>;
    readonly controlRoot: string;
    readonly preferred: string;
  },
): Promise<Result<IssueWorktree, Problem>> {
  const branches = await git.listBranches();
  if (!branches.ok) return branches;
  const base = startBase(branches.value, wish.base, preferred);
  if (!base.ok) return base;
  const names = worktreeNames(wish, wish.issue ?? placeholder, controlRoot);
  const start = startAt(names.branch, wish, branches.value.local, base.value);
  const from = await remoteOf(git, start);
  return ok({
    state: 'planned',
    ...names,
    issue: wish.issue,
    base: start.commit,
    fetched: null,
    commands: byHand(wish, names, from, start),
    warnings: start.taken ? [await branchTaken(git, start, base.value)] : from === null ? [ofNoRemote(start)] : [],
  });
}
