import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { FileChange } from '../../core/loop/types.ts';
import type { Calls } from './calls.ts';
import { changesArgs, parseChanges, toFileChange } from './numstat.ts';
import * as problems from './problems.ts';
import { central, type Repository } from './repository.ts';

/** What a commit adds to where it left the nearest of others. `git.failed` when they have nothing in common. */
export async function changeSince(
  calls: Calls,
  repository: Repository,
  from: readonly string[],
  head: string,
): Promise<Result<{ readonly base: string; readonly tree: string; readonly files: readonly FileChange[] }, Problem>> {
  const at = central(repository);
  const found = await calls.run('compare commits', { at, args: ['merge-base', head, ...from] });
  if (!found.ok) return found;
  const base = found.value.out.trim();
  if (found.value.code !== 0 || base === '')
    return err(
      problems.gitFailed(
        'compare commits',
        found.value.said || `${from.join(', ')} and ${head} have nothing in common`,
      ),
    );
  const tree = await calls.must('read a commit', { at, args: ['rev-parse', `${head}^{tree}`] });
  if (!tree.ok) return tree;
  const listed = await calls.must('compare commits', {
    at,
    args: [...changesArgs, base, head],
    maxBytes: 256 * 1024 * 1024,
  });
  if (!listed.ok) return listed;
  return ok({ base, tree: tree.value.out.trim(), files: parseChanges(listed.value.out).map(toFileChange) });
}
