import { sharesWith } from '../lease/shared.ts';
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
  const shares = sharesWith(
    flying.flatMap((run) => run.claims),
    options.contextPaths,
  );
  const isSerial = serialJudge(options);
  const isOneSerial = flying.some((run) => isSerial(run.task, run.claims));
  return (task, claims) => !(isOneSerial && isSerial(task, claims)) && !shares(claims);
}

type SerialJudge = (task: Task, claims: readonly string[]) => boolean;

/** Asked of every task after every event, and for each it is the same until the task or the rules are others. */
const judges = new WeakMap<object, { readonly loadBearing: readonly string[]; readonly isSerial: SerialJudge }>();

function serialJudge({ queueLanes, loadBearing }: Pick<LoopOptions, 'queueLanes' | 'loadBearing'>): SerialJudge {
  if (!queueLanes) return () => false;
  const ready = judges.get(queueLanes);
  if (ready?.loadBearing === loadBearing) return ready.isSerial;
  const judge = laneJudge({ ...queueLanes, loadBearing });
  const known = new WeakMap<Task, { readonly claims: readonly string[]; readonly serial: boolean }>();
  const isSerial: SerialJudge = (task, claims) => {
    const before = known.get(task);
    if (before?.claims === claims) return before.serial;
    const serial = judge({ ...task, claims }).lane === 'serial-gated';
    known.set(task, { claims, serial });
    return serial;
  };
  judges.set(queueLanes, { loadBearing, isSerial });
  return isSerial;
}
