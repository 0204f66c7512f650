import { openEffects } from '../loop/phases.ts';
import type { Run } from '../loop/types.ts';
import type { State } from '../state.ts';
import { isProposing } from './isProposing.ts';

/** Whether a run that proposes has not come to its end: what it proposed counts once its worktree is cleared away, too. */
export const isUnderWay = (state: State, run: Run): boolean =>
  isProposing(run) &&
  (run.phase !== 'ended' ||
    (state.loops[run.loop]?.state ?? 'ended') !== 'ended' ||
    openEffects(state, run).length > 0);

/** Whether any run that proposes has not come to its end. */
export const proposalsOpen = (state: State): boolean => Object.values(state.runs).some((run) => isUnderWay(state, run));
