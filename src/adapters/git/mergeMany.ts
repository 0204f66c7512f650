import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import * as problems from './problems.ts';

type Merged = { readonly clean: boolean; readonly conflicts: readonly string[] };

/**
 * Merges pairs of commits in one process, inside a repository that takes what merging writes. One that can't be merged
 * ends the process: that pair and the rest are unknown, with git's reason.
 */
export async function mergeMany(
  calls: Calls,
  gitDir: string,
  pairs: readonly (readonly [string, string])[],
): Promise<readonly Result<Merged, Problem>[]> {
  if (pairs.length === 0) return [];
  const ended = await calls.run('forecast merges', {
    at: { cwd: gitDir, gitDir, workTree: null },
    args: ['merge-tree', '--write-tree', '--stdin', '--name-only', '--no-messages', '-z'],
    input: pairs.map(([a, b]) => `${a} ${b}\n`).join(''),
    maxBytes: 256 * 1024 * 1024,
  });
  if (!ended.ok) return pairs.map(() => ended);
  const merged = parseMerges(ended.value.out);
  const why = problems.gitFailed('forecast merges', ended.value.said || 'it gave no answer');
  return pairs.map((_, index) => {
    const found = merged[index];
    return found === undefined ? err(why) : ok(found);
  });
}

/** For each pair `1` (clean) or `0`, a tree, the names of conflicts, and an empty part as its end. */
function parseMerges(out: string): readonly Merged[] {
  const parts = splitNul(out);
  const found: Merged[] = [];
  for (let at = 0; at < parts.length;) {
    const end = parts.indexOf('', at);
    if (end < at + 2 || !/^[01]$/.test(parts[at] ?? '')) break;
    const conflicts = [...new Set(parts.slice(at + 2, end))];
    found.push({ clean: parts[at] === '1', conflicts });
    at = end + 1;
  }
  return found;
}
