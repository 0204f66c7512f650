import { problem, type Problem } from '../../base/problem.ts';
import type { Context } from '../context.ts';
import { counting, reaches } from '../review/recompute.ts';
import type { Finding, Verdict } from '../review/types.ts';
import { isDeadlocked } from './dispute.ts';
import { floorOf, stepsOf } from './options.ts';
import { isTimeUp } from './startRound.ts';
import type { Run } from './types.ts';

interface Rejection {
  /** On the commit of this round. */
  readonly verdicts: readonly Verdict[];
  readonly missing: readonly Problem[];
  /** Reviewers alone reject it; no check does. */
  readonly isRejected: boolean;
}

/** Why another round would not help, so that a person decides; null when the writer should repair the change. */
export function whyNoRound(run: Run, { verdicts, missing, isRejected }: Rejection, context: Context): Problem | null {
  const task = run.task.id;
  if (isRejected && isDeadlocked(run, verdicts))
    return problem(
      'loop.disputed',
      '{task}: the planner overruled what its reviewers found, and they hold on to it. Look at both, then return it with comments or abandon it.',
      { task },
    );
  const minor = isRejected ? belowFloor(run, verdicts) : null;
  if (minor)
    return problem(
      'loop.onlyMinor',
      '{task}: round {round} found only what is below {floor}: {findings}. Return it to have that mended, or abandon it.',
      { task, round: run.round, floor: minor.floor, findings: minor.findings.map(listed).join('; ') },
    );
  const left = { task, rounds: run.round, count: missing.length };
  if (run.round >= run.options.maxRounds)
    return problem(
      'loop.roundCap',
      '{task} is still not passed after round {rounds}. It lacks {count} {count|thing|things}. Return it with comments, or abandon it.',
      left,
    );
  return isTimeUp(run, context)
    ? problem(
        'loop.timeCap',
        '{task} is still not passed after round {rounds}, and its time is up. It lacks {count} {count|thing|things}. Return it with comments, or abandon it.',
        left,
      )
    : null;
}

/** What rejects the round, where all of it is below the floor of that round; null where something is not, or nothing is named. */
function belowFloor(
  run: Run,
  verdicts: readonly Verdict[],
): { readonly floor: string; readonly findings: readonly Finding[] } | null {
  const floor = floorOf(stepsOf(run.options), run.round);
  const rejecting = verdicts.filter((verdict) => verdict.word === 'not-pass');
  if (floor === null || rejecting.some(({ findings }) => counting(findings).length === 0)) return null;
  const findings = rejecting.flatMap((verdict) => counting(verdict.findings));
  return findings.some((finding) => reaches(finding, floor)) ? null : { floor, findings };
}

/** Characters of one finding in the list. */
const mostText = 120;

const listed = ({ severity, file, line, text }: Finding): string => {
  const place = file === undefined ? '' : ` ${file}${line === undefined ? '' : `:${line}`}`;
  return `[${severity}]${place} ${text.slice(0, mostText)}`;
};
