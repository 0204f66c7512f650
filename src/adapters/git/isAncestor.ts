import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import * as problems from './problems.ts';
import { central, type Repository } from './repository.ts';

/** A commit that is not here is a failure: it says nothing of what contains it. */
export async function isAncestor(
  calls: Calls,
  repository: Repository,
  ancestor: string,
  commit: string,
): Promise<Result<boolean, Problem>> {
  if (ancestor === commit) return ok(true);
  const asked = await calls.run('compare commits', {
    at: central(repository),
    args: ['merge-base', '--is-ancestor', ancestor, commit],
  });
  if (!asked.ok) return asked;
  if (asked.value.code > 1)
    return err(problems.gitFailed('compare commits', asked.value.said || `exit code ${asked.value.code}`));
  return ok(asked.value.code === 0);
}
