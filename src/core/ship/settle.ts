import { problem, type Problem } from '../../base/problem.ts';
import type { DomainEvent } from '../event.ts';
import type { Outcome } from '../outcome.ts';

/** For a ship command that nobody saw end: its host went away, its time was up, or its end could not be recorded. */
export const shipUnknown: Problem = problem(
  'ship.unknown',
  'Nobody saw how the ship command ended, so it is not run again. Look at the remote and say what it did.',
);

/** The command ran to its end. */
export const shipEnded = (ship: string, { exitCode, tail }: Extract<Outcome, { kind: 'ship' }>): DomainEvent => ({
  type: 'shipEnded',
  ship,
  outcome: exitCode === 0 ? 'shipped' : 'failed',
  exitCode,
  tail,
  problem: null,
});

/** It was refused before it began, or its end is unknown. */
export const shipFailed = (ship: string, reason: Problem): DomainEvent => ({
  type: 'shipEnded',
  ship,
  outcome: reason.code === shipUnknown.code ? 'unknown' : 'failed',
  exitCode: null,
  tail: '',
  problem: reason,
});
