import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Calls } from './calls.ts';
import * as problems from './problems.ts';
import { central, type Repository } from './repository.ts';

/** Text of a file as a commit has it, null when the commit has no such file. A file that can't be read is a problem. */
export async function readFileAt(
  calls: Calls,
  repository: Repository,
  commit: string,
  path: string,
): Promise<Result<string | null, Problem>> {
  const at = central(repository);
  const read = await calls.run('read a file', { at, args: ['cat-file', 'blob', `${commit}:${path}`] });
  if (!read.ok) return read;
  if (read.value.cut) return err(problems.gitFailed('read a file', `${path} is too large`));
  if (read.value.code === 0) return ok(read.value.out);
  // The same exit code stands for "no such file" and for "no such commit"; the commit's list of files tells them apart.
  const listed = await calls.must('read a file', { at, args: ['ls-tree', '--full-tree', '-z', commit, '--', path] });
  if (!listed.ok) return listed;
  const isThere = /^\d+ blob /.test(listed.value.out);
  return isThere ? err(problems.gitFailed('read a file', read.value.said)) : ok(null);
}
