import { leftBy } from '../core/autoLoop/leftBy.ts';
import { completedIn } from '../core/autoLoop/cycles.ts';
import type { State } from '../core/state.ts';
import { problemData } from '../base/problem.ts';
import { shortList } from '../app/views/words.ts';
import type { Cli } from './cli.ts';
import { areTaken, followedRuns, type Followed } from './followLoop.ts';
import { words } from './tell.ts';

/** Tasks that a line names before it only counts. */
const named = 5;

/**
 * Whether what was followed lacks something that a person has to see to. Judged by the runs: a loop that ended with a
 * question may have gone on once it was answered. One that came to no run has only its own outcome; who meant some tasks
 * of it alone is told of these.
 */
export function isBlocked(state: State, followed: Followed, meant = followed.tasks): boolean {
  const runs = followedRuns(state, followed).filter(({ task }) => meant?.includes(task.id) ?? true);
  const isShort = runs.some(
    (run) => run.phase === 'needs-you' || run.phase === 'stopped' || (run.phase === 'waiting' && !run.gate?.open),
  );
  if (meant) return isShort || !areTaken(state, followed, meant);
  const loop = state.loops[followed.loop];
  if (runs.length === 0 || loop?.halted) return loop?.outcome !== 'completed' || isAnyLeft(state, followed);
  const target = loop?.options.guards?.target ?? null;
  if (loop && target !== null && completedIn(loop) >= target) return false;
  return isShort || isAnyLeft(state, followed);
}

const leftOf = (state: State, { loop: id, tasks }: Followed) => {
  const loop = state.loops[id];
  // Whoever follows some tasks alone is told of these; the loop is somebody else's.
  return loop === undefined || loop.state !== 'ended' || tasks ? [] : leftBy(state, loop);
};

const isAnyLeft = (state: State, followed: Followed): boolean => leftOf(state, followed).length > 0;

/** Each task that the loop was to take and did not begin, with what it waits for. */
export function leftLines(cli: Cli, state: State, followed: Followed): readonly string[] {
  const left = leftOf(state, followed);
  const idle = left.flatMap(({ task, why }) => (why === null ? [task] : []));
  return [
    ...left.flatMap(({ why }) => (why === null ? [] : [words(cli, why)])),
    ...(idle.length > 0 ? [cli.t('Not begun: {tasks}.', { tasks: shortList(idle, named) })] : []),
  ];
}

export const leftData = (state: State, followed: Followed) =>
  leftOf(state, followed).map(({ task, why }) => ({ task, why: why && problemData(why) }));
