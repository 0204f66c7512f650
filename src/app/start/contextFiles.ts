import type { Problem } from '../../base/problem.ts';
import { claimedFiles } from '../../core/task/claimedFiles.ts';
import { openClaims } from '../../core/task/openClaims.ts';
import type { Task } from '../../core/task/types.ts';
import { findPlan } from '../handoff/findPlan.ts';
import type { Places } from '../places.ts';
import type { Files } from '../ports/files.ts';
import type { Git } from '../ports/git.ts';

/** Queue, plan and the files that a task speaks of, which stand for a change that is not made yet; what can't be told is a blocker. */
export async function contextFiles(
  task: Task,
  deps: {
    readonly git: Pick<Git, 'tracked'>;
    readonly files: Pick<Files, 'kind' | 'list'>;
    readonly places: Places;
  },
): Promise<{ readonly files: readonly string[]; readonly blockers: readonly Problem[] }> {
  const [plan, tracked] = await Promise.all([
    findPlan(task, deps.files, deps.places.controlRoot),
    deps.git.tracked(['.']),
  ]);
  const claimed = claimedFiles(task.claims, tracked.ok ? tracked.value : []);
  const blockers = tracked.ok ? openClaims(task.id, claimed.unknown) : [tracked.error];
  return {
    files: [...new Set(['tasks/queue.md', ...(plan === null ? [] : [plan]), ...claimed.files])],
    blockers,
  };
}
