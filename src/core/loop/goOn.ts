import { beginsMore } from '../autoLoop/beginsMore.ts';
import { fitsBeside } from '../autoLoop/fits.ts';
import type { DomainEvent } from '../event.ts';
import { poolSize } from '../poolTune/poolSize.ts';
import type { State } from '../state.ts';
import { continueRun } from './continueRun.ts';
import { isActive } from './phases.ts';
import type { Loop, Run } from './types.ts';

/**
 * Takes runs up again for a person: at once where their loop has a place for them beside what is in flight; the others
 * wait for theirs, and get it before anything new is begun. A loop that hands out no places, as one that has ended, keeps
 * none of them from going on.
 */
export function goOn(
  state: State,
  runs: readonly Run[],
  handsOutPlaces: (loop: Loop) => boolean = beginsMore,
): readonly DomainEvent[] {
  const flying = new Map<string, readonly Run[]>();
  return runs.flatMap((run) => {
    const loop = state.loops[run.loop];
    if (!loop || !handsOutPlaces(loop)) return continueRun(run, 'person');
    const beside = flying.get(loop.id) ?? inFlight(state, loop);
    if (beside.length >= poolSize(loop) || !fitsBeside(beside, loop.options)(run.task, run.claims))
      return [{ type: 'runReadied', run: run.id }];
    flying.set(loop.id, [...beside, run]);
    return continueRun(run, 'person');
  });
}

const inFlight = ({ runs }: State, { id }: Loop): readonly Run[] =>
  Object.values(runs).filter((run) => run.loop === id && isActive(run));
