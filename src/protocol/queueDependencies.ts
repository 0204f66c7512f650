import { problem, type Problem } from '../base/problem.ts';
import { isTaskId } from '../core/task/taskId.ts';
import type { QueueEntry, QueueProblem } from './queueEntry.ts';

/** What keeps a task from ever starting because of what it depends on. A finished one waits for nothing. */
export function dependencyProblems(entries: readonly QueueEntry[]): readonly QueueProblem[] {
  const needs = new Map(entries.map(({ id, dependsOn }) => [id, dependsOn?.tasks ?? []]));
  return entries.flatMap(({ id, status, dependsOn }) => {
    if (dependsOn === null || status === 'done') return [];
    const found = dependsOn.tasks.flatMap((other) => unknown(id, other, needs) ?? []);
    const circle = circleFrom(id, needs);
    return [...found, ...(circle === null ? [] : [cyclic(id, circle)])].map((one) => ({
      line: dependsOn.line,
      problem: one,
    }));
  });
}

type Needs = ReadonlyMap<string, readonly string[]>;

function unknown(task: string, other: string, needs: Needs): Problem | null {
  if (!isTaskId(other))
    return problem(
      'queue.badDependency',
      '{task} depends on {other}, which is no task id, so it is never started. Name tasks as in T-2026-0001.',
      { task, other },
    );
  if (needs.has(other)) return null;
  return problem(
    'queue.unknownDependency',
    '{task} depends on {other}, which is not in the queue, so it is never started. Name another task, or remove it.',
    { task, other },
  );
}

const cyclic = (task: string, circle: readonly string[]): Problem =>
  problem(
    'queue.cyclicDependency',
    '{task} depends on itself: {circle}. None of these tasks is ever started. Remove one of the dependencies.',
    { task, circle: circle.join(' → ') },
  );

/** The shortest way from a task over what it depends on back to itself; null for none. */
function circleFrom(task: string, needs: Needs): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  let edge: readonly string[] = [task];
  while (edge.length > 0) {
    const next: string[] = [];
    for (const at of edge)
      for (const other of needs.get(at) ?? []) {
        if (other === task) return [...wayTo(at, cameFrom), task];
        if (cameFrom.has(other)) continue;
        cameFrom.set(other, at);
        next.push(other);
      }
    edge = next;
  }
  return null;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [end];
  for (let at = cameFrom.get(end); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}
