import type { DomainEvent } from '../event.ts';
import { isActive, isDone, isWorking } from '../loop/phases.ts';
import type { Loop, Run } from '../loop/types.ts';
import { isMergedAnew } from '../merged/approved.ts';
import type { State } from '../state.ts';
import { setbackOf } from './setback.ts';

/** What a task's pass through a loop came to: its gate is open, or it was set aside for this loop. */
export interface Cycle {
  readonly run: string;
  readonly task: string;
  readonly outcome: 'completed' | 'deferred';
  /** Only a person can tell how it goes on. */
  readonly blocked?: true;
  /** Somebody else has its files, which says nothing of the tasks after it. */
  readonly held?: true;
}

/** Passes that came to something since the loop last looked. One that was set aside may still be completed, and a completion is taken back when its gate closes or a person gives it up. */
export function settleCycles(state: State, loop: Loop, runs: readonly Run[]): readonly DomainEvent[] {
  if (!loop.options.guards) return [];
  const known = new Map(loop.cycles?.map((cycle) => [cycle.run, cycle.outcome]));
  // One at a time, so that each is looked at before the next.
  const events = runs.flatMap((run): DomainEvent[] => {
    const outcome = outcomeOf(state, run);
    if (outcome === null || known.get(run.id) === outcome) return [];
    const why = outcome === 'deferred' ? whyOf(run) : {};
    return [{ type: 'cycleSettled', loop: loop.id, run: run.id, task: run.task.id, outcome, ...why }];
  });
  return events.slice(0, 1);
}

/** Null while it is at work. Nothing but an open gate, or a person's yes to it, is a completion. */
function outcomeOf(state: State, run: Run): Cycle['outcome'] | null {
  if (run.phase === 'retrying' || isActive(run) || isWorking(state, run) || isMergedAnew(state, run)) return null;
  return isDone(run) ? 'completed' : 'deferred';
}

/** What asks what nobody but a person knows is blocked. One that only fell short of its gate, or waits for its files, is not. */
function whyOf(run: Run): Pick<Cycle, 'blocked' | 'held'> {
  const setback = setbackOf(run);
  return setback === 'blocked' ? { blocked: true } : setback === 'held' ? { held: true } : {};
}

/** A loop's passes after one more came to something. A completed one ends a row of those that were not. */
export function evolveCycles(
  loop: Loop,
  { run, task, outcome, blocked, held }: Cycle,
): Pick<Loop, 'cycles' | 'streak' | 'blockedBy'> {
  const others = (loop.cycles ?? []).filter((cycle) => cycle.run !== run);
  return {
    cycles: [...others, { run, task, outcome, ...(blocked ? { blocked } : {}), ...(held ? { held } : {}) }],
    streak: outcome === 'completed' ? 0 : (loop.streak ?? 0) + (held ? 0 : 1),
    blockedBy: [...(loop.blockedBy ?? []).filter((one) => one !== task), ...(blocked ? [task] : [])],
  };
}

/** How many tasks a loop has completed itself. Those `again` at work, since a person returned them, have yet to be. */
export const completedIn = ({ cycles = [] }: Loop, again: readonly Run[] = []): number =>
  cycles.filter(({ run, outcome }) => outcome === 'completed' && !again.some(({ id }) => id === run)).length;
