import { problem, type Problem } from '../../base/problem.ts';
import type { Breach } from '../breach/types.ts';
import type { LaneOutcome } from '../job/types.ts';
import type { Batch } from './types.ts';

/** The lanes of a batch share one deadline, so this is about all of them. `timeoutMs` is what they had together. */
export const timedOut = (role: string, timeoutMs: number): Problem =>
  problem(
    'runner.timeout',
    '{role} did not finish within the {seconds} s that the batch had, so the other lanes were ended, too. Allow more with --timeout-seconds.',
    { role, seconds: Math.round(timeoutMs / 1000) },
  );

/** Something that no lane may touch changed while lanes of a batch worked. */
export const overreached = ({ id, kind, names, witnesses }: Breach): Problem => {
  const who = [...new Set(witnesses.map(({ session }) => session))].join(', ');
  return kind === 'unseen'
    ? problem(
        'runner.breachUnseen',
        'What the worktrees share could not be looked at while {session} worked, so the batch counts for nothing. Look at it, accept this as breach {breach}, then start it again.',
        { session: who, breach: id },
      )
    : problem(
        'runner.breach',
        'Changed outside the worktree while {session} worked: {what}. So the batch counts for nothing. Look at it, accept it as breach {breach}, then start it again.',
        { session: who, what: names.slice(0, 3).join(', '), breach: id },
      );
};

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
