import type { Run } from '../loop/types.ts';
import { approvedCommit } from '../merged/select.ts';
import type { State } from '../state.ts';
import type { Team } from '../team/types.ts';
import type { SharedChange } from './types.ts';

/**
 * MAM's own doing: only what it recorded that it set, or is about to set. The same branch at any other commit, and another
 * folder beside its worktrees, are somebody else's.
 */
export const isOwn = (state: State, change: SharedChange): boolean =>
  Object.values(state.teams).some((team) => isTeams(team, change)) ||
  (change.kind === 'worktrees'
    ? isOwnWorktree(state, change)
    : change.kind === 'checkout'
      ? isPromoted(state, change)
      : change.kind === 'refs' && isOwnRef(state, change));

/** A report that MAM puts, or has put, where people keep them; never one that is changed there or taken away. */
function isPromoted({ effects, runs }: State, { name, from, to }: SharedChange): boolean {
  if (from !== null || to === null) return false;
  const named = (files: readonly { readonly file: string }[], manifest: string): boolean =>
    [manifest, ...files.map(({ file }) => file)].some((file) => name.endsWith(`/${file}`));
  return (
    Object.values(effects).some(
      ({ effect }) => effect.kind === 'promoteReports' && named(effect.reports, effect.manifest),
    ) ||
    Object.values(runs).some(({ promoted }) => promoted !== undefined && named(promoted.reports, promoted.manifest))
  );
}

function isOwnWorktree({ worktrees, runs, batches }: State, { name, to }: SharedChange): boolean {
  const known = Object.values(worktrees).find((worktree) => worktree.path === name);
  // While git makes one or takes it away it may stand on anything.
  if (known && known.state !== 'ready') return true;
  const owners = [...Object.values(runs), ...Object.values(batches)];
  // Under another name for as long as its files are being deleted.
  const leaving = /\/\.([^/]+)\.mam-removing$/.exec(name)?.[1];
  if (leaving !== undefined && to === '') return owners.some(({ id }) => leaving.includes(id));
  if (to !== null) return known !== undefined && to === (known.branch === null ? '' : `refs/heads/${known.branch}`);
  if (known) return false;
  // It is forgotten as soon as it is removed.
  return owners.some(({ options }) => name.startsWith(`${options.worktreesRoot}/`));
}

function isOwnRef(state: State, { name, from, to }: SharedChange): boolean {
  // MAM only ever adds to what it keeps: whoever moves a rescue copy or takes it away takes what a person may want back.
  if (name.startsWith('refs/mam/')) return from === null;
  const runs = Object.values(state.runs);
  if (
    to !== null &&
    runs.some(
      (run) => run.decision?.kind === 'approved' && run.base?.ref === name && approvedCommit(run.decision) === to,
    )
  )
    return true;
  if (!name.startsWith('refs/heads/')) return false;
  const branch = name.slice('refs/heads/'.length);
  // A commit is only known once it is made. Whoever moves the branch in between makes MAM's own move fail.
  if (isBeingMoved(state, branch)) return true;
  const made = Object.values(state.worktrees).some((worktree) => worktree.branch === branch && worktree.commit === to);
  if (made && from === null) return true;
  const own = runs.filter((run) => run.branch === branch);
  if (to === null) return state.refs[name] === 'gone' && own.every((run) => run.phase === 'ended') && own.length > 0;
  return headsOf(state, own, branch).includes(to);
}

const isBeingMoved = ({ effects, runs }: State, branch: string): boolean =>
  Object.values(effects).some(({ effect }) => {
    switch (effect.kind) {
      case 'commitPatch':
      case 'applyPatch':
      case 'deleteBranch':
        return effect.branch === branch;
      case 'ship':
        return runs[effect.run]?.branch === branch;
      default:
        return false;
    }
  });

/** Where MAM put a branch last, as a round of a run or as a patch that a person handed in. */
const headsOf = ({ applied }: State, runs: readonly Run[], branch: string): readonly (string | undefined)[] => [
  runs.findLast((run) => run.change !== null)?.change?.head,
  Object.values(applied).findLast((one) => one.branch === branch)?.head,
];

/** What a team is started for: branches and worktrees of its workers. Until it says its name, those of any team. */
function isTeams({ name, decision }: Team, { kind, name: path }: SharedChange): boolean {
  if (name === null && decision !== 'running') return false;
  const own = name === null ? '' : `${name}/`;
  if (kind === 'worktrees') return path.includes(`/.omc/team/${own}`);
  return kind === 'refs'
    ? path.startsWith(`refs/heads/omc-team/${own}`)
    : kind === 'checkout' && path.startsWith('.omc/');
}
