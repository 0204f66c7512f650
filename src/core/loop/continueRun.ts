import { heldCodes } from '../autoLoop/setback.ts';
import type { DomainEvent } from '../event.ts';
import type { Run } from './types.ts';

/**
 * Takes a parked run up again. A writer gets a fresh try when its last one ended without a report or was refused; work
 * that only waited, for a stop or for a lease, is taken over as it is.
 */
export function continueRun(run: Run, by: 'person' | 'loop'): readonly DomainEvent[] {
  const job = run.jobs.find(
    (one) => one.kind === 'implement' && one.round === run.round && one.attempt === run.attempt,
  );
  const waited =
    run.phase === 'stopped' ||
    (run.phase === 'retrying' && run.ask === null) ||
    (run.ask?.kind === 'problem' && heldCodes.has(run.ask.problem.code));
  const usable = job?.ended?.outcome.kind === 'report' && waited;
  const again = run.resume === 'implementing' && job?.ended && !run.captured && !usable;
  return [
    { type: 'runContinued', run: run.id, ...(by === 'loop' ? { by } : {}) },
    ...(again ? [{ type: 'attemptStarted', run: run.id, attempt: run.attempt + 1 } as const] : []),
  ];
}
