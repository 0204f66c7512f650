import { problem, type Problem } from '../../base/problem.ts';

/** What each task needs before it, by id. */
export type Needs = ReadonlyMap<string, readonly string[]>;

export const unknownDependency = (task: string, other: string): Problem =>
  problem(
    'queue.unknownDependency',
    '{task} depends on {other}, which is not in the queue, so it is never started. Name another task, or remove it.',
    { task, other },
  );

export const cyclicDependency = (task: string, circle: readonly string[]): Problem =>
  problem(
    'queue.cyclicDependency',
    '{task} depends on itself: {circle}. None of these tasks is ever started. Remove one of the dependencies.',
    { task, circle: circle.join(' → ') },
  );

/** The shortest way from a task over what it depends on back to itself; null for none. */
export function circleFrom(task: string, needs: Needs): readonly string[] | null {
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
