import type { Effect } from '../effect.ts';
import type { State } from '../state.ts';
import type { Run } from './types.ts';

/** Whether a run asks a person because an effect failed; one that has ended does so where the failure takes it up again. */
export const parks = (state: State, effect: Effect, run: Run, isTakenUp: boolean): boolean =>
  (run.phase !== 'ended' || isTakenUp) &&
  !apart.has(effect.kind) &&
  !isStopping(state, run) &&
  !isSentBack(effect, run);

/** Kinds whose failure is told where it belongs and parks no run. */
const apart: ReadonlySet<Effect['kind']> = new Set([
  'removeWorktree',
  'runLane',
  'validate',
  'ship',
  'deleteBranch',
  'clearJobFolders',
]);

/** What was still looked up about work that went back to its writer meanwhile says nothing any more, nor does the merge of a yes that lapsed. */
const isSentBack = ({ kind }: Effect, { phase, decision }: Run): boolean =>
  (phase === 'preparing' && (kind === 'mergeResult' || kind === 'runChecks')) ||
  (kind === 'mergeLocally' && decision === null);

const isStopping = (state: State, run: Run): boolean => state.loops[run.loop]?.state === 'stopping';
