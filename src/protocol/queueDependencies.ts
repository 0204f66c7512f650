import { problem, type Problem } from '../base/problem.ts';
import { circleFrom, cyclicDependency, unknownDependency, type Needs } from '../core/task/neverMet.ts';
import { isTaskId } from '../core/task/taskId.ts';
import type { QueueEntry, QueueProblem } from './queueEntry.ts';

/** What keeps a task from ever starting because of what it depends on. A finished one waits for nothing. */
export function dependencyProblems(entries: readonly QueueEntry[]): readonly QueueProblem[] {
  const needs = new Map(entries.map(({ id, dependsOn }) => [id, dependsOn?.tasks ?? []]));
  return entries.flatMap(({ id, status, dependsOn }) => {
    if (dependsOn === null || status === 'done') return [];
    const found = dependsOn.tasks.flatMap((other) => unknown(id, other, needs) ?? []);
    const circle = circleFrom(id, needs);
    return [...found, ...(circle === null ? [] : [cyclicDependency(id, circle)])].map((one) => ({
      line: dependsOn.line,
      problem: one,
    }));
  });
}

function unknown(task: string, other: string, needs: Needs): Problem | null {
  if (!isTaskId(other))
    return problem(
      'queue.badDependency',
      '{task} depends on {other}, which is no task id, so it is never started. Name tasks as in T-2026-0001.',
      { task, other },
    );
  if (needs.has(other)) return null;
  return unknownDependency(task, other);
}
