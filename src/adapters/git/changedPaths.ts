import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import type { Repository } from './repository.ts';

/** Changed paths of the source root, sorted; new folders file by file, and a renamed file by its new name. */
export async function changedPaths(
  calls: Calls,
  { sourceRoot, gitDir, commonDir, bare }: Repository,
): Promise<Result<readonly string[], Problem>> {
  if (bare && gitDir === commonDir) return ok([]);
  const asked = await calls.must('read the status', {
    at: { cwd: sourceRoot, gitDir, workTree: sourceRoot },
    args: ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignore-submodules=dirty'],
    maxBytes: 64 * 1024 * 1024,
  });
  if (!asked.ok) return asked;
  const parts = splitNul(asked.value.out);
  const paths: string[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] ?? '';
    paths.push(part.slice(3));
    // The old name of a renamed or copied file follows as a part of its own.
    if (/^(?:[RC]|.[RC])/.test(part)) i += 1;
  }
  return ok(paths.toSorted());
}
