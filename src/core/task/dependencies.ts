import { problem, type Problem } from '../../base/problem.ts';
import { newestRuns } from '../loop/newestRun.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { circleFrom, cyclicDependency, unknownDependency } from './neverMet.ts';
import type { Task } from './types.ts';

type Known = Pick<State, 'queue' | 'runs' | 'openRuns' | 'imports'>;

/**
 * What a task still waits for. A dependency is met when the queue says that it is done, when another tool had done it, or
 * when its work was approved and has arrived: before that a new worktree would not hold it. One that nobody knows is never met.
 */
export const unmetBy = (state: Known): ((task: Task) => readonly string[]) => {
  const done = new Set([
    ...state.queue.tasks.filter(({ status }) => status === 'done').map(({ id }) => id),
    ...state.imports.flatMap(({ completed }) => completed),
    ...Object.values(state.runs).flatMap((run) =>
      run.decision?.kind === 'approved' && !(run.id in state.openRuns) ? [run.task.id] : [],
    ),
  ]);
  return ({ dependsOn = [] }) => dependsOn.filter((id) => !done.has(id));
};

/** What a dependency that is not met lacks; what only a person can mend comes first. */
const lacks = ['missing', 'answer', 'decision', 'merge', 'work'] as const;
type Lack = (typeof lacks)[number];

/** Tells why a task can't be started yet, and what would free it; null when it waits for nothing. */
export function waitingJudge(state: Known): (task: Task) => Problem | null {
  const unmet = unmetBy(state);
  const needs = new Map(state.queue.tasks.map((task) => [task.id, unmet(task)]));
  const newest = newestRuns(state);
  return (task) => {
    const circle = circleFrom(task.id, needs);
    if (circle) return cyclicDependency(task.id, circle);
    const found = unmet(task).map((id) => ({ id, lack: lackOf(newest.get(id), needs.has(id)) }));
    const lack = lacks.find((one) => found.some((other) => other.lack === one));
    if (lack === undefined) return null;
    const others = found.filter((one) => one.lack === lack).map(({ id }) => id);
    return sentences[lack](task.id, others.join(', '));
  };
}

function lackOf(run: Run | undefined, isKnown: boolean): Lack {
  if (!run || run.decision?.kind === 'abandoned') return isKnown ? 'work' : 'missing';
  if (run.decision !== null) return 'merge';
  if (run.phase === 'needs-you' || run.phase === 'stopped') return 'answer';
  return run.phase === 'waiting' && run.gate?.open === true ? 'decision' : 'work';
}

const sentences: Readonly<Record<Lack, (task: string, others: string) => Problem>> = {
  missing: unknownDependency,
  answer: (task, others) =>
    problem('task.waitsForAnswer', '{task} depends on {others}, which waits for your answer. Give it first.', {
      task,
      others,
    }),
  decision: (task, others) =>
    problem(
      'task.waitsForDecision',
      '{task} depends on {others}, which waits for your decision. Approve it and merge it first.',
      { task, others },
    ),
  merge: (task, others) =>
    problem(
      'task.waitsForMerge',
      '{task} depends on {others}, which is approved and not on its base yet. Merge it first.',
      { task, others },
    ),
  work: (task, others) =>
    problem(
      'task.waits',
      '{task} depends on {others}, which is not done yet. Have that done and merged first, or remove it from Depends on.',
      { task, others },
    ),
};
