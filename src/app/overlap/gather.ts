import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Checkout, OtherCheckout, OverlapFacts, PullRequest } from '../../core/overlap/types.ts';
import type { State } from '../../core/state.ts';
import type { Forge } from '../ports/forge.ts';
import type { Branches, Git, GitCheckout, WorktreeStatus } from '../ports/git.ts';
import { sharedBase } from './sharedBase.ts';
import { shownPath } from './shownPath.ts';

/** What somebody is about to work on. */
export interface OverlapRequest {
  readonly issue: string;
  readonly branch: string;
  /** Load-bearing ones of the paths that are to be changed. */
  readonly loadBearing: readonly string[];
}

export interface OverlapDeps {
  readonly git: Pick<Git, 'listCheckouts' | 'listBranches' | 'isAncestor'>;
  readonly forge: Forge;
  readonly controlRoot: string;
  /** The setting of the base branch; empty for none. */
  readonly base: string;
  readonly state: Pick<State, 'runs'>;
  /** How the worktrees are; asked only for load-bearing paths. */
  readonly statuses: () => Promise<ReadonlyMap<string, WorktreeStatus>>;
}

/**
 * Collects what is known of an issue and its branch: two looks at git's files and one git process, a second one for an
 * open pull request at a commit that is not the branch's own. The forge is asked side by side with them.
 */
export async function gatherOverlap(request: OverlapRequest, deps: OverlapDeps): Promise<OverlapFacts> {
  const { git, forge } = deps;
  const scan = request.loadBearing.length > 0;
  const [checkouts, branches, issueState, open, history, files, statuses] = await Promise.all([
    git.listCheckouts(),
    git.listBranches(),
    forge.issue(request.issue),
    forge.openPullRequests(),
    forge.pullRequestsOf(request.branch),
    scan ? forge.filesOfOpenPullRequests() : ok({}),
    scan ? deps.statuses() : new Map<string, WorktreeStatus>(),
  ]);
  const shown = (one: GitCheckout): Checkout => ({
    path: shownPath(deps.controlRoot, one.path),
    branch: one.branch,
    head: one.head,
  });
  const here = checkouts.ok ? checkouts.value.find((one) => one.here) : undefined;
  const current = here === undefined ? { path: '.', branch: null, head: null } : shown(here);
  // A branch that a rebase will move when it ends is worked on, though it is not checked out.
  const others = (all: readonly GitCheckout[]): readonly OtherCheckout[] =>
    all
      .filter((one) => one !== here)
      .map((one) => ({
        ...shown(one),
        branch: one.branch ?? one.rebasing,
        dirty: statuses.get(one.path)?.dirty ?? null,
      }));
  return {
    issue: request.issue,
    branch: request.branch,
    current,
    base: checkouts.ok ? await baseOf(branches, current.head, deps) : checkouts,
    issueState,
    openPullRequests: open,
    branchPullRequests: history,
    ownHeads: await ownHeads(request.branch, branches, open.ok ? open.value : [], deps),
    otherCheckouts: checkouts.ok ? ok(others(checkouts.value)) : checkouts,
    localBranches: branches.ok ? Object.keys(branches.value.local) : [],
    remoteBranches: branches.ok
      ? ok(Object.keys(branches.value.remote).map((name) => name.slice(name.indexOf('/') + 1)))
      : branches,
    loadBearing: request.loadBearing,
    touchedBy: files.ok ? ok(touched(files.value, request.loadBearing)) : files,
  };
}

async function baseOf(
  branches: Result<Branches, Problem>,
  head: string | null,
  { git, base: preferred }: OverlapDeps,
): Promise<OverlapFacts['base']> {
  if (!branches.ok) return branches;
  const base = sharedBase(branches.value, preferred);
  if (base === null)
    return err(
      problem(
        'overlap.baseUnresolved',
        'The shared base branch was not found, so nobody knows whether this checkout is up to date. Fetch it, or set mam.base.',
      ),
    );
  if (head === null)
    return err(
      problem('overlap.noCommit', 'Nothing is committed here yet, so it holds nothing of {name}.', { name: base.name }),
    );
  const contained = await git.isAncestor(base.commit, head);
  return contained.ok ? ok({ ...base, contained: contained.value }) : contained;
}

/** Where the branch is, where runs left it, and the head of an open pull request that it contains. */
async function ownHeads(
  branch: string,
  branches: Result<Branches, Problem>,
  open: readonly PullRequest[],
  { git, state }: OverlapDeps,
): Promise<readonly string[]> {
  const made = Object.values(state.runs).flatMap((run) =>
    run.branch === branch && run.change ? [run.change.head] : [],
  );
  const local = branches.ok ? branches.value.local[branch] : undefined;
  const known = local === undefined ? made : [...made, local];
  const heads = open.filter((one) => one.head === branch && !one.fork).map((one) => one.headCommit);
  const doubtful = [...new Set(heads)].filter((head) => !known.includes(head));
  if (local === undefined) return known;
  const contained = await Promise.all(doubtful.map((head) => git.isAncestor(head, local)));
  // A commit that is not even here is not ours.
  return [...known, ...doubtful.filter((_, index) => contained[index]?.ok === true && contained[index].value)];
}

const touched = (
  files: Readonly<Record<number, readonly string[]>>,
  loadBearing: readonly string[],
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(files).map(([number, names]) => [number, loadBearing.filter((path) => names.includes(path))]),
  );
