import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { startBase, type SharedBase } from '../overlap/sharedBase.ts';
import type { Git } from '../ports/git.ts';

export interface WorktreeBase extends SharedBase {
  /** `shared`: everybody starts from it. `here`: the loop works from it here, with commits that the shared one has not. */
  readonly kind: 'shared' | 'here';
}

/**
 * What a person's new branch may start at: the shared base, as with `mam worktree`, and the base of this repository
 * where that holds more, since work may build on it. One or two of them, the shared one first.
 */
export async function worktreeBases(
  git: Pick<Git, 'listBranches' | 'resolveBase' | 'isAncestor'>,
  preferred: string,
): Promise<Result<readonly WorktreeBase[], Problem>> {
  const branches = await git.listBranches();
  if (!branches.ok) return branches;
  const shared = startBase(branches.value, null, preferred);
  const resolved = await git.resolveBase(preferred || null);
  if (!resolved.ok) return shared.ok ? ok([{ ...shared.value, kind: 'shared' }]) : resolved;
  const { ref, commit } = resolved.value;
  const here = { name: ref.replace(/^refs\/(?:heads|remotes|tags)\//, ''), commit, kind: 'here' } as const;
  if (!shared.ok) return ok([here]);
  const contained = await git.isAncestor(commit, shared.value.commit);
  // What can't be told may be more: the person sees both.
  return ok([{ ...shared.value, kind: 'shared' }, ...(contained.ok && contained.value ? [] : [here])]);
}

/**
 * What a person's new branch starts at: the shared base, or the branch or commit that they named; of a branch that has
 * commits here which its remote has not, the one here.
 */
export async function namedBase(
  git: Parameters<typeof worktreeBases>[0],
  named: string | null,
  preferred: string,
): Promise<Result<SharedBase, Problem>> {
  const bases = await worktreeBases(git, named ?? preferred);
  if (!bases.ok) return bases;
  const base = named === null ? bases.value[0] : bases.value.at(-1);
  if (!base) throw new Error('no base was found, and no reason');
  return ok({ name: base.name, commit: base.commit });
}
