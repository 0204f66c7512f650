import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { checkedOutAt } from './branches.ts';
import type { Calls } from './calls.ts';
import { moveRef, type Identity } from './moveRef.ts';
import * as problems from './problems.ts';
import { createRefReader } from './readRefs.ts';
import { central, type Repository } from './repository.ts';

/** Deletes a local branch by compare and swap, after a ref below `refs/mam/rescue/` keeps its commit. */
export async function deleteBranch(
  calls: Calls,
  repository: Repository,
  who: Identity,
  { branch, head }: { readonly branch: string; readonly head: string },
): Promise<Result<{ readonly rescue: string }, Problem>> {
  const path = await checkedOutAt(calls, repository, branch);
  if (path !== null) return err(problems.commitCheckedOut(branch, path));
  const rescue = `refs/mam/rescue/branch/${branch}/${head.slice(0, 12)}`;
  const kept = await moveRef(calls, repository, who, { ref: rescue, to: head, old: null, why: 'mam: rescue' });
  if (!kept.ok) return kept;
  const ref = `refs/heads/${branch}`;
  const gone = await calls.run('delete a branch', {
    at: central(repository),
    args: ['update-ref', '-d', '-m', 'mam: delete', ref, head],
    env: { GIT_COMMITTER_NAME: who.name, GIT_COMMITTER_EMAIL: who.email },
  });
  if (!gone.ok) return gone;
  // Judged by what is there now, not by the words of the refusal.
  const found = await (await createRefReader(calls, repository.commonDir, repository.commonDir)).resolve(ref);
  if (found === null) return ok({ rescue });
  return err(
    found === head ? problems.gitFailed('delete a branch', gone.value.said) : problems.commitMoved(branch, found),
  );
}
