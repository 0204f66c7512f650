import { openEffects } from '../../core/loop/phases.ts';
import type { State } from '../../core/state.ts';

/** Whether a batch runs, or its checkouts are still being cleared away. */
export const batchesOpen = (state: State): boolean =>
  Object.values(state.batches).some((batch) => batch.decision === 'running' || openEffects(state, batch).length > 0);

/** Whether a team of another program runs, or is being shut down. */
export const teamsOpen = ({ teams }: State): boolean =>
  Object.values(teams).some((team) => team.decision === 'running');
