import { isProtected } from '../../core/branch/issue.ts';
import type { Git } from '../ports/git.ts';
import { sharedBases } from './sharedBase.ts';

/**
 * Files that the commits of a branch change since it left the shared base, `HEAD` for a detached checkout. None for a
 * branch that others build on, and none where nobody can tell, as in a clone without the history.
 */
export async function committedFiles(
  branch: string,
  head: string,
  { git, preferred }: { readonly git: Pick<Git, 'listBranches' | 'changeSince'>; readonly preferred: string },
): Promise<readonly string[]> {
  if (branch !== 'HEAD' && isProtected(branch)) return [];
  const branches = await git.listBranches();
  const bases = branches.ok ? sharedBases(branches.value, preferred, branch) : [];
  if (bases.length === 0 || bases.includes(head)) return [];
  const since = await git.changeSince(bases, head);
  return since.ok ? since.value.files.map((file) => file.path) : [];
}
