import { because, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { branchProblem, checkoutsOf } from './branches.ts';
import type { Calls } from './calls.ts';
import * as problems from './problems.ts';
import { createRefReader } from './readRefs.ts';
import type { Repository } from './repository.ts';

/**
 * Checks a branch out in the source root; one that is not there is made at its HEAD. git itself refuses what would lose
 * a change, tracked or not, and then nothing has happened. Nor has it when the checkout left `from` meanwhile.
 */
export async function switchBranch(
  calls: Calls,
  repository: Repository,
  branch: string,
  from: string | null,
): Promise<Result<{ readonly created: boolean }, Problem>> {
  const { sourceRoot, gitDir, commonDir, bare } = repository;
  if (bare && gitDir === commonDir) return err(problems.notSwitched(branch, because('there is no checkout')));
  const refs = await createRefReader(calls, commonDir, gitDir);
  const now = (await refs.target('HEAD'))?.replace(/^refs\/heads\//, '') ?? null;
  if (now === branch) return ok({ created: false });
  if (now !== from) return err(problems.switchedMeanwhile(branch, now));
  const exists = (await refs.resolve(`refs/heads/${branch}`)) !== null;
  const [elsewhere] = exists ? await checkoutsOf(calls, repository, branch) : [];
  const why = exists
    ? elsewhere && problems.branchInUse(branch, elsewhere.path)
    : await branchProblem(calls, repository, branch);
  if (why) return err(why);
  const switched = await calls.run('switch to a branch', {
    at: { cwd: sourceRoot, gitDir, workTree: sourceRoot },
    args: ['switch', '--quiet', '--no-guess', '--no-overwrite-ignore', ...(exists ? [] : ['--create']), branch],
  });
  if (!switched.ok) return switched;
  return switched.value.code === 0
    ? ok({ created: !exists })
    : err(problems.notSwitched(branch, switched.value.said || `exit code ${switched.value.code}`));
}
