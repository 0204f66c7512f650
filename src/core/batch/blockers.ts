import { problem, type Problem } from '../../base/problem.ts';
import type { LaneOutcome } from '../job/types.ts';
import type { Batch } from './types.ts';

/** The lanes of a batch share one deadline, so this is about all of them. `timeoutMs` is what they had together. */
export const timedOut = (role: string, timeoutMs: number): Problem =>
  problem(
    'runner.timeout',
    '{role} did not finish within the {seconds} s that the batch had, so the other lanes were ended, too. Allow more with --timeout-seconds.',
    { role, seconds: Math.round(timeoutMs / 1000) },
  );

/** Why a lane that handed in no report ends its batch. */
export function blockerOf(
  role: string,
  outcome: Exclude<LaneOutcome, { kind: 'report' }>,
  { options }: Pick<Batch, 'options'>,
): Problem {
  switch (outcome.problem.code) {
    case 'lane.timeout':
      return timedOut(role, options.timeoutMs);
    case 'lane.commandCap':
      return problem(
        'runner.cap',
        '{role} began more than {most} commands, so the batch was ended. Allow more with --max-commands-per-session.',
        { role, most: options.maxCommands },
      );
    default:
      return outcome.problem;
  }
}
