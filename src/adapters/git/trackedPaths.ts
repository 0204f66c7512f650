import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileVersion } from '../../base/fileVersion.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { splitNul, type Calls } from './calls.ts';
import type { Place } from './place.ts';

type TrackedPaths = (
  calls: Calls,
  place: Place,
  paths: readonly string[],
) => Promise<Result<readonly string[], Problem>>;

/** Which of the paths, or paths below them, git tracks. Git is asked again only when its index changed. */
export function createTrackedPaths(now: () => number): TrackedPaths {
  let known: { readonly key: string; readonly tracked: readonly string[] } | null = null;
  return async (calls, place, paths) => {
    // Taken before git reads the index: one that is replaced meanwhile is asked for again the next time.
    const facts = statSync(join(place.gitDir, 'index'), { bigint: true, throwIfNoEntry: false });
    const version = facts === undefined ? 'none' : fileVersion(facts, now());
    const key = version === null ? null : JSON.stringify([place.gitDir, version, paths]);
    if (key !== null && known?.key === key) return ok(known.tracked);
    const listed = await calls.must('list tracked files', { at: place, args: ['ls-files', '-z', '--', ...paths] });
    if (!listed.ok) return listed;
    const tracked = splitNul(listed.value.out);
    known = key === null ? null : { key, tracked };
    return ok(tracked);
  };
}
