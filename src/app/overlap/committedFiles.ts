import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { isProtected } from '../../core/branch/issue.ts';
import { reasonOf } from '../../core/overlap/reasonOf.ts';
import type { Git } from '../ports/git.ts';
import { sharedBases } from './sharedBase.ts';

/**
 * Files that the commits of a branch change since it left the shared base, `HEAD` for a detached checkout. None for a
 * branch that others build on; a problem where nobody can tell, as in a clone without the history: that is not none.
 */
export async function committedFiles(
  branch: string,
  head: string,
  { git, preferred }: { readonly git: Pick<Git, 'listBranches' | 'changeSince'>; readonly preferred: string },
): Promise<Result<readonly string[], Problem>> {
  if (branch !== 'HEAD' && isProtected(branch)) return ok([]);
  const branches = await git.listBranches();
  if (!branches.ok) return err(untold(branch, reasonOf(branches.error)));
  const bases = sharedBases(branches.value, preferred, branch);
  if (bases === null) return err(noBase(branch));
  if (bases.length === 0 || bases.includes(head)) return ok([]);
  const since = await git.changeSince(bases, head);
  return since.ok ? ok(since.value.files.map((file) => file.path)) : err(untold(branch, reasonOf(since.error)));
}

const untold = (branch: string, reason: string): Problem =>
  problem(
    'change.unread',
    'Which files the commits of {branch} change can’t be told: {reason}. Fetch the history with git fetch --unshallow, or name the files with --changed-files.',
    { branch, reason },
  );

const noBase = (branch: string): Problem =>
  problem(
    'change.noBase',
    'Which files the commits of {branch} change can’t be told, since no branch was found that it left. Fetch the default branch, set mam.base, or name the files with --changed-files.',
    { branch },
  );
