import type { Problem } from '../../../base/problem.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { isDocument, isTaskId, listIn, notObject, refuseVersion } from './document.ts';

const newest = 1;

interface LoopHistory {
  readonly completed: readonly string[];
  /** Never one that is completed. */
  readonly deferred: readonly string[];
  /** Entries that name no task. */
  readonly unusable: number;
}

/** Which tasks another tool's loop has done and set aside, each once. */
export function readLoopState(file: string, value: unknown): Result<LoopHistory, Problem> {
  if (!isDocument(value)) return err(notObject(file));
  const refused = refuseVersion(file, value, newest);
  if (refused) return err(refused);
  const completed = listIn(file, value, 'completed_task_ids');
  if (!completed.ok) return completed;
  const deferred = listIn(file, value, 'deferred_task_ids');
  if (!deferred.ok) return deferred;
  const done = new Set(completed.value.filter(isTaskId));
  const aside = new Set(deferred.value.filter(isTaskId).filter((id) => !done.has(id)));
  return ok({
    completed: [...done],
    deferred: [...aside],
    unusable: [...completed.value, ...deferred.value].filter((id) => !isTaskId(id)).length,
  });
}
