import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DomainEvent } from '../event.ts';
import type { State } from '../state.ts';
import { isProposing } from './isProposing.ts';

/** Ends the lane that proposes, and nothing else that works; what it wrote is kept. */
export function stopPatch({ loops }: State): Result<readonly DomainEvent[], Problem> {
  const open = Object.values(loops).filter((loop) => isProposing(loop) && loop.state !== 'ended');
  if (open.length === 0) return err(problem('patch.notRunning', 'No lane that proposes a patch is running.'));
  return ok(
    open.filter((loop) => loop.state !== 'stopping').map((loop) => ({ type: 'loopStopRequested', loop: loop.id })),
  );
}
