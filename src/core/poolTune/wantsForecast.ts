import type { DomainEvent } from '../event.ts';
import { isActive } from '../loop/phases.ts';
import type { State } from '../state.ts';

/**
 * Whether somebody should look how the work in flight would merge: the work of a task is there, beside others, in a loop
 * whose number of tasks at once is moved by that.
 */
export function wantsForecast({ runs, loops }: Pick<State, 'runs' | 'loops'>, event: DomainEvent): boolean {
  if (event.type !== 'patchCommitted') return false;
  const loop = loops[runs[event.run]?.loop ?? ''];
  if (loop?.state !== 'running' || loop.options.poolTerms === undefined || loop.poolBy !== undefined) return false;
  return Object.values(runs).filter((run) => run.loop === loop.id && isActive(run)).length > 1;
}
