import type { LaneBatch, LaneObservation } from './types.ts';

/** Ends of a lane that count against it. */
const failures: ReadonlySet<string> = new Set([
  'failed',
  'error',
  'timeout',
  'budget-exceeded',
  'spawn-failed',
  'terminated',
]);

export interface Failures {
  readonly failed: number;
  readonly observed: number;
}

/** How a role of one agent did in these batches. Lanes of another agent in the same role are none of it. */
export function failuresOf(
  window: readonly LaneBatch[],
  { role, agent }: Pick<LaneObservation, 'role' | 'agent'>,
): Failures {
  const own = window.flat().filter((lane) => lane.role === role && lane.agent === agent);
  return { failed: own.filter(({ status }) => failures.has(status)).length, observed: own.length };
}
