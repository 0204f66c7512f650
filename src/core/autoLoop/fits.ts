import { sharedWith } from '../lease/shared.ts';
import type { LoopOptions, Run } from '../loop/types.ts';
import { laneJudge } from '../queue/lanes.ts';
import type { Task } from '../task/types.ts';

/**
 * Tells whether a task may be begun beside the runs that are in flight: no file of theirs is its own, and of serial tasks
 * one at most. Claims and rules are taken apart once for all tasks that are asked about.
 */
export function fitsBeside(
  flying: readonly Pick<Run, 'task' | 'claims'>[],
  options: Pick<LoopOptions, 'queueLanes' | 'loadBearing' | 'contextPaths'>,
): (task: Task, claims: readonly string[]) => boolean {
  if (flying.length === 0) return () => true;
  const taken = flying.map((run) => sharedWith(run.claims, options.contextPaths));
  const judge = options.queueLanes && laneJudge({ ...options.queueLanes, loadBearing: options.loadBearing });
  const isSerial = (task: Task): boolean => judge?.(task).lane === 'serial-gated';
  const isOneSerial = flying.some((run) => isSerial({ ...run.task, claims: run.claims }));
  return (task, claims) =>
    !taken.some((sharedBy) => sharedBy(claims).length > 0) && !(isOneSerial && isSerial({ ...task, claims }));
}
