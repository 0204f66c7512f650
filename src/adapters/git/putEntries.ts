import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import { central, type Repository } from './repository.ts';

/**
 * Puts entries into the index of `env`, as lines `<mode> <id>\t<path>\0`; the mode 0 takes one out. Where a link or a file
 * stands in the way of a folder, the entry takes its place: nothing is looked up in any checkout.
 */
export async function putEntries(
  calls: Calls,
  repository: Repository,
  env: Readonly<Record<string, string>>,
  lines: readonly string[],
): Promise<Result<void, Problem>> {
  if (lines.length === 0) return ok(undefined);
  const put = await calls.must('fill an index', {
    at: central(repository),
    env,
    args: ['update-index', '-z', '--index-info'],
    input: lines.join(''),
  });
  return put.ok ? ok(undefined) : put;
}
