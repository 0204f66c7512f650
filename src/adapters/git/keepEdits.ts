import { basename } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { listEdits } from './ownFiles.ts';
import type { Place } from './place.ts';
import * as problems from './problems.ts';
import { rescue, type RescueDeps } from './rescue.ts';

/** What is about to happen to a checkout: its files are written again, or all of it goes. */
export type Threat = 'overwrite' | 'delete';

/**
 * Keeps what a person did in a worktree that was never finished; answers the ref, or null where nothing is at risk. A file
 * that is missing is no edit: nobody had got to it yet. Fails where it holds what no commit can.
 */
export async function keepEdits(
  deps: RescueDeps,
  place: Place,
  path: string,
  threat: Threat,
): Promise<Result<string | null, Problem>> {
  const own = await listEdits(deps.calls, place, deps.folder);
  if (!own.ok) return own;
  const { changed, deleted, untracked, ignored } = own.value;
  // New files stay where they are, unless one stands where a file of the commit belongs.
  const others = threat === 'delete' || deleted.length > 0 ? untracked.length + ignored.length : 0;
  if (changed.length + others === 0) return ok(null);
  const kept = await rescue(deps, place, path, { name: `unfinished-${basename(place.gitDir)}`, known: [] });
  if (!kept.ok) return kept;
  const left = kept.value.foldersLeft.length + kept.value.ignoredLeft;
  return left > 0 && (threat === 'delete' || deleted.length > 0) ? err(problems.occupied(path)) : ok(kept.value.ref);
}
