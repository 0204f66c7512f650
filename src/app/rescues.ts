import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Actor } from '../core/actor.ts';
import type { FileChange } from '../core/loop/types.ts';
import type { Settings } from '../protocol/settings.ts';
import { worktreesFolder } from './loopOptions.ts';
import { createKeptFolders } from './keptFolders.ts';
import type { Places } from './places.ts';
import type { Ports } from './ports.ts';
import type { RescueCopy } from './ports/git.ts';
import type { KeptWorktree, ListedCommit } from './ports/worktreeCare.ts';
import type { Settled } from './settlement.ts';

/** Where rescued work is again: nothing that was there before was touched. */
interface Restored {
  /** Null where the files are in a folder that is no worktree. */
  readonly branch: string | null;
  /** Absolute. */
  readonly path: string;
}

/** What is in a copy. */
export interface ShownRescue {
  readonly copy: RescueCopy;
  /** How the worktree stood; null for what was kept as a commit or a folder alone. */
  readonly stood: KeptWorktree | null;
  /** Newest first. */
  readonly commits: readonly ListedCommit[];
  readonly files: readonly FileChange[];
  /** Files that are kept beside the commit, such as ignored ones, or that are all there is. */
  readonly beside: readonly string[];
  /** Cut after a megabyte; the names of its files where there is no commit. */
  readonly diff: string;
  readonly cut: boolean;
}

export interface Rescues {
  /** What was kept, the newest first. */
  list(): Promise<Result<readonly RescueCopy[], Problem>>;
  /** One of them by its name, with all that it holds since it left the base branch. */
  show(name: string): Promise<Result<ShownRescue, Problem>>;
  /** Makes a new branch and a new worktree of one, or puts its folder there, and waits until that is done. */
  restore(name: string, actor: Actor): Promise<Result<Restored, Problem>>;
}

interface Deps {
  readonly ports: Pick<Ports, 'files' | 'git'>;
  readonly places: Places;
  readonly settings: () => Settings;
  readonly preferredBase: () => string | null;
  /** Asks for one effect, and waits for how it ended. */
  readonly settled: Settled;
}

const mostDiffBytes = 1024 * 1024;
/** More branches of one copy than anybody makes. */
const mostBranches = 100;

export function createRescues({ ports: { files, git }, places, settings, preferredBase, settled }: Deps): Rescues {
  const kept = createKeptFolders(files, places);
  const list = async (): Promise<Result<readonly RescueCopy[], Problem>> => {
    const listed = await git.listRescues();
    if (!listed.ok) return listed;
    return ok([...listed.value, ...(await kept.list())].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)));
  };
  const find = async (name: string): Promise<Result<RescueCopy, Problem>> => {
    const listed = await list();
    if (!listed.ok) return listed;
    const wanted = name.replace(/^refs\/mam\/rescue\//, '');
    const copy = listed.value.find((one) => one.name === wanted);
    return copy ? ok(copy) : err(unknown(name));
  };

  const freeBranch = async (name: string): Promise<Result<string, Problem>> => {
    for (let count = 1; count <= mostBranches; count += 1) {
      const branch = `rescued/${name}${count === 1 ? '' : `-${count}`}`;
      const ref = `refs/heads/${branch}`;
      const found = await git.refs([ref]);
      if (!found.ok) return found;
      if (found.value[ref] === undefined) return ok(branch);
    }
    return err(
      problem('rescue.noName', 'There are {most} branches of {name} already. Delete what you no longer need.', {
        most: mostBranches,
        name,
      }),
    );
  };

  /** Commits below the newest one are rescued work, too. What the base branch holds already shows its own change. */
  const startOf = async ({ commit, parent }: RescueCopy): Promise<string> => {
    if (parent === null) return emptyTree(commit);
    const base = await git.resolveBase(preferredBase());
    const since = base.ok ? await git.changeSince([base.value.commit], commit) : base;
    return since.ok && since.value.base !== commit ? since.value.base : parent;
  };

  const lookInto = async (copy: RescueCopy): Promise<Result<ShownRescue, Problem>> => {
    const { name, commit, folder } = copy;
    if (folder !== undefined) {
      const { paths, cut } = await kept.files(copy);
      return ok({ copy, stood: null, commits: [], files: [], beside: paths, diff: paths.join('\n'), cut });
    }
    const start = await startOf(copy);
    const diff = await git.diff(start, commit, mostDiffBytes);
    if (!diff.ok) return diff;
    const stood = await git.keptWorktree(name);
    if (!stood.ok) return stood;
    const [commits, change] = await Promise.all([git.listCommits(start, commit), git.describeChange(start, commit)]);
    const changed = change.ok ? change.value.roundFiles : [];
    const inCommit = new Set(changed.map(({ path }) => path));
    return ok({
      ...{ copy, stood: stood.value, files: changed },
      // The newest is the copy itself, which nobody wrote.
      commits: commits.ok ? commits.value.filter((one) => one.commit !== commit) : [],
      beside: (stood.value?.paths ?? []).filter((path) => !inCommit.has(path)),
      ...{ diff: diff.value.text, cut: diff.value.cut },
    });
  };

  /** The worktree is made again where it was, on its branch as long as that is where it was, and its files are put back. */
  const asItWas = async (
    { name, commit }: RescueCopy,
    stood: KeptWorktree,
    actor: Actor,
  ): Promise<Result<Restored, Problem>> => {
    const own = stood.branch === null || stood.head === null ? ok(false) : await isFree(stood.branch, stood.head);
    if (!own.ok) return own;
    const branch = own.value && stood.branch !== null ? ok(stood.branch) : await freeBranch(name);
    if (!branch.ok) return branch;
    const free = (await files.kind(stood.path)) === null;
    const path = free
      ? stood.path
      : `${worktreesFolder(settings(), places.controlRoot)}/${branch.value.replaceAll('/', '-')}`;
    const command = { type: 'createWorktree', path, branch: branch.value, commit: stood.head ?? commit } as const;
    const made = await settled(`${branch.value}/create`, command, actor);
    if (!made.ok) return made;
    const back = await git.putBackWorktree(name, path);
    return back.ok ? ok({ branch: branch.value, path }) : back;
  };

  /** Whether a branch can be checked out at a commit: it is gone, or still there, and nobody has it. */
  const isFree = async (branch: string, head: string): Promise<Result<boolean, Problem>> => {
    const [refs, checkouts] = await Promise.all([git.refs([`refs/heads/${branch}`]), git.listCheckouts()]);
    if (!refs.ok) return refs;
    if (!checkouts.ok) return checkouts;
    const at = refs.value[`refs/heads/${branch}`];
    const why = at === undefined ? await git.branchProblem(branch) : null;
    return ok(why === null && (at ?? head) === head && !checkouts.value.some((one) => one.branch === branch));
  };

  return {
    list,
    async show(name) {
      const copy = await find(name);
      return copy.ok ? lookInto(copy.value) : copy;
    },
    async restore(name, actor) {
      const copy = await find(name);
      if (!copy.ok) return copy;
      if (copy.value.folder !== undefined) {
        const put = await kept.putBack(copy.value, worktreesFolder(settings(), places.controlRoot));
        return put.ok ? ok({ branch: null, path: put.value }) : put;
      }
      const stood = await git.keptWorktree(copy.value.name);
      if (!stood.ok) return stood;
      if (stood.value !== null) return asItWas(copy.value, stood.value, actor);
      const branch = await freeBranch(copy.value.name);
      if (!branch.ok) return branch;
      const path = `${worktreesFolder(settings(), places.controlRoot)}/${branch.value.replaceAll('/', '-')}`;
      const command = { type: 'createWorktree', path, branch: branch.value, commit: copy.value.commit } as const;
      const made = await settled(`${branch.value}/create`, command, actor);
      return made.ok ? ok({ branch: branch.value, path }) : made;
    },
  };
}

/** Git knows it without having it. */
const emptyTree = ({ length }: string): string =>
  length === 64
    ? '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'
    : '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const unknown = (name: string): Problem =>
  problem('rescue.unknown', 'Nothing is kept as {name}. mam rescue lists what is there.', { name });
