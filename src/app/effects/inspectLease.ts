import type { LeaseReason } from '../../core/lease/types.ts';
import { placeOfLease } from '../places.ts';
import type { WorktreeStatus } from '../ports/git.ts';
import type { Handler } from './handler.ts';

/** Looks at where a lease works. What can't be looked at is no clean worktree. */
export const inspectLease: Handler<'inspectLease'> = async (effect, { git, places }) => {
  const path = placeOfLease(places, effect.worktree);
  const listed = await git.listWorktrees(undefined, [path]);
  if (!listed.ok) return { kind: 'inspectLease', found: 'inspection-failed' };
  return { kind: 'inspectLease', found: judge(listed.value.find((one) => one.path === path)) };
};

/** A checkout on no branch is reported before what it holds: its commits are the easier ones to lose. */
function judge(status: WorktreeStatus | undefined): LeaseReason | 'clean' {
  if (status === undefined || status.prunable !== null) return 'missing-worktree';
  if (status.branch === null) return 'detached-worktree';
  return status.changed + status.untracked > 0 ? 'dirty-worktree' : 'clean';
}
