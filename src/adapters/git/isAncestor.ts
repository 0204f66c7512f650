import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import * as problems from './problems.ts';
import { central, type Repository } from './repository.ts';

/** Pairs that are kept: more would only fill memory. */
const mostKnown = 1000;
const objectId = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

type IsAncestor = (
  calls: Calls,
  repository: Repository,
  ancestor: string,
  commit: string,
) => Promise<Result<boolean, Problem>>;

/** Asks git once for what it affirms: nothing undoes that. A denial ends where more of a shallow history is fetched. */
export function createIsAncestor(): IsAncestor {
  const known = new Set<string>();
  return async (calls, repository, ancestor, commit) => {
    const pair = `${ancestor} ${commit}`;
    if (known.has(pair)) return ok(true);
    const asked = await isAncestor(calls, repository, ancestor, commit);
    if (!asked.ok || !asked.value || !objectId.test(ancestor) || !objectId.test(commit)) return asked;
    if (known.size >= mostKnown) known.clear();
    known.add(pair);
    return asked;
  };
}

/** A commit that is not here is a failure: it says nothing of what contains it. */
const isAncestor: IsAncestor = async (calls, repository, ancestor, commit) => {
  if (ancestor === commit) return ok(true);
  const asked = await calls.run('compare commits', {
    at: central(repository),
    args: ['merge-base', '--is-ancestor', ancestor, commit],
  });
  if (!asked.ok) return asked;
  if (asked.value.code > 1)
    return err(problems.gitFailed('compare commits', asked.value.said || `exit code ${asked.value.code}`));
  return ok(asked.value.code === 0);
};
