import { shared } from '../lease/shared.ts';
import type { LoopOptions, Run } from '../loop/types.ts';
import { queueLane, type LaneRules } from '../queue/lanes.ts';
import type { Task } from '../task/types.ts';

/** Whether a task may be begun beside the runs that are in flight: no file of theirs is its own, and of serial tasks one at most. */
export function fitsBeside(
  task: Task,
  claims: readonly string[],
  flying: readonly Run[],
  options: Pick<LoopOptions, 'queueLanes' | 'loadBearing' | 'contextPaths'>,
): boolean {
  if (flying.length === 0) return true;
  if (flying.some((run) => shared(run.claims, claims, options.contextPaths).length > 0)) return false;
  if (!options.queueLanes) return true;
  const rules = { ...options.queueLanes, loadBearing: options.loadBearing };
  return (
    !isSerial({ ...task, claims }, rules) || !flying.some((run) => isSerial({ ...run.task, claims: run.claims }, rules))
  );
}

const isSerial = (task: Task, rules: LaneRules): boolean => queueLane(task, rules).lane === 'serial-gated';
