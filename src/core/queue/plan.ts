import type { Problem } from '../../base/problem.ts';
import type { State } from '../state.ts';
import { unmetBy, waitingJudge } from '../task/dependencies.ts';
import { lacks, openTasks } from '../task/select.ts';
import type { Task } from '../task/types.ts';
import { laneJudge, type LaneRules, type LaneVerdict, type QueueLane } from './lanes.ts';

export interface PlannedTask extends LaneVerdict {
  readonly task: Task;
  /** Its place in the file, from 1. */
  readonly order: number;
  /** Tasks that have to be done before it. */
  readonly waitsFor: readonly string[];
  /** What would free it of them; null where it waits for nothing. */
  readonly waits: Problem | null;
  /** A loop would take it: not one of the backlog, nor one that is under way or done. */
  readonly startable: boolean;
}

const statuses: readonly string[] = ['ready', 'todo', 'review', 'backlog'];
const lanes: readonly QueueLane[] = ['parallel-safe', 'review-only', 'serial-gated'];

/**
 * What there is to do, each task in its lane: by priority, then status, lane, and how much is known of what shows that it
 * is done, then by its place in the file.
 */
export function queuePlan(state: State, rules: LaneRules): readonly PlannedTask[] {
  const unmet = unmetBy(state);
  const why = waitingJudge(state);
  const laneOf = laneJudge(rules);
  const open = new Set(openTasks(state, []).map(({ id }) => id));
  return state.queue.tasks
    .flatMap((task, i) => {
      if (!statuses.includes(task.status)) return [];
      const waitsFor = unmet(task);
      const startable = open.has(task.id) && waitsFor.length === 0;
      return [{ task, order: i + 1, waitsFor, waits: why(task), startable, ...laneOf(task) }];
    })
    .toSorted(
      (a, b) =>
        a.task.priority - b.task.priority ||
        statuses.indexOf(a.task.status) - statuses.indexOf(b.task.status) ||
        lanes.indexOf(a.lane) - lanes.indexOf(b.lane) ||
        lacks(a.task) - lacks(b.task),
    );
}
