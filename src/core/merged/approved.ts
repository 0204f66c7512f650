import type { DomainEvent } from '../event.ts';
import { gateFacts } from '../gate/facts.ts';
import { newestRunOf } from '../loop/newestRun.ts';
import { openEffects } from '../loop/phases.ts';
import type { Run } from '../loop/types.ts';
import { isShipped, openShip } from '../ship/shipsOf.ts';
import type { State } from '../state.ts';
import { approvedCommit, isMerging, isUnmerged, mergeWanted } from './select.ts';
import { requestMerge } from './step.ts';

/** Where the base of an approved run is now, if that is not where the yes saw it; else null. */
export function movedSinceYes(state: State, run: Run): string | null {
  const { base, decision } = run;
  // Where no branch is the base, a person brings the work where it belongs.
  if (!isUnmerged(run) || !base?.ref.startsWith('refs/') || !decision || run.options.source) return null;
  const now = state.refs[base.ref];
  return now === undefined || now === (decision.landing?.base ?? base.commit) ? null : now;
}

/**
 * What is approved and not shipped is watched as what waits is. Where its base moved, what the work makes of the new one is
 * looked at first: a base that holds it by somebody's hand counts as merged, and on any other the yes lapses.
 */
export function watchApproved(state: State, run: Run): readonly DomainEvent[] {
  const now = movedSinceYes(state, run);
  if (now === null || !run.decision || !isAwaited(state, run)) return [];
  if (now === approvedCommit(run.decision)) return [{ type: 'merged', run: run.id, head: now }];
  const wanted = mergeWanted(gateFacts(state, run));
  return wanted ? requestMerge(run, wanted) : [];
}

/** Nothing else is done with it, and nobody took another way: a ship command, a newer run, a task that is called done. */
const isAwaited = (state: State, run: Run): boolean =>
  !openEffects(state, run).some(({ effect }) => decisive.has(effect.kind)) &&
  !isShipped(state.ships, run) &&
  openShip(state, run.task.id) === undefined &&
  newestRunOf(state, run.task.id)?.id === run.id &&
  !state.queue.tasks.some(({ id, status }) => id === run.task.id && status === 'done');

/** Whether a run is merged onto a base that moved, looked at or checked there: it goes on by itself. */
export const isMergedAnew = (state: State, run: Run): boolean =>
  isMerging(run) || (isUnmerged(run) && openEffects(state, run).some(({ effect }) => effect.kind === 'mergeResult'));

const decisive: ReadonlySet<string> = new Set(['mergeLocally', 'mergeResult', 'deleteBranch']);
