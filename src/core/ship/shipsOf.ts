import { problem, type Problem } from '../../base/problem.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import type { Ship } from './types.ts';

/** Every request to ship a task, the oldest first, whichever of its runs made the change. */
export const shipsOf = (state: State, task: string): readonly Ship[] =>
  Object.values(state.ships).filter((ship) => state.runs[ship.run]?.task.id === task);

/** The oldest request whose end is not known: it may have done anything, so nothing else is done with the task before. */
export const openShip = (state: State, task: string): Ship | undefined =>
  shipsOf(state, task).find(({ outcome }) => outcome === 'under-way' || outcome === 'unknown');

/** Why the task can't be shipped, merged, returned or abandoned now, or null. */
export function openShipProblem(state: State, task: string): Problem | null {
  const open = openShip(state, task);
  if (!open) return null;
  return open.outcome === 'under-way'
    ? problem('ship.running', '{task} is being shipped already. Wait for its end; mam status shows it.', { task })
    : problem(
        'ship.unanswered',
        'Nobody saw how the last try to ship {task} ended, so it is not repeated. Look at the remote, then say it with mam ship {task} --answer shipped or failed.',
        { task },
      );
}

/** Whether a run's change was shipped, at exactly the commit that it is at. */
export const isShipped = (ships: State['ships'], { change }: Pick<Run, 'change'>): boolean =>
  change !== null && Object.values(ships).some((ship) => ship.head === change.head && ship.outcome === 'shipped');
