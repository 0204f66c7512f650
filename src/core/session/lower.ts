import { msBetween } from '../../base/clock.ts';
import type { DomainEvent } from '../event.ts';
import type { Run } from '../loop/types.ts';
import { isPassWord } from './passFamily.ts';

type Beat = Extract<DomainEvent, { type: 'sessionBeat' }>;

/**
 * A run after a heartbeat: a seat that says anything but a pass of itself, after its verdict, takes that verdict back. A
 * lane's word is not the seat's, a word about another task says nothing of this one, and no word raises anything. What was
 * abandoned or merged stays a record; approved work still waits to be shipped, so its passes can be taken back.
 */
export function lowerRun(run: Run, beat: Beat, at: string): Run {
  if (beat.agent !== null || isPassWord(beat.status)) return run;
  if (run.decision?.kind === 'abandoned' || run.decision?.merged) return run;
  if (beat.task !== null && beat.task !== run.task.id) return run;
  const verdict = run.verdicts.findLast((one) => one.session === beat.session);
  const said = beat.saidAt ?? at;
  if (!verdict || msBetween(said, verdict.at) > 0) return run;
  return { ...run, lowered: { ...run.lowered, [beat.session]: { status: beat.status, at: said } } };
}
