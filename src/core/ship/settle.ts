import { problem, type Problem } from '../../base/problem.ts';
import type { DomainEvent } from '../event.ts';
import type { Outcome } from '../outcome.ts';

/** For a ship command that nobody saw end: its host went away, its time was up, or its end could not be recorded. */
export const shipUnknown: Problem = problem(
  'ship.unknown',
  'Nobody saw how the ship command ended, so it is not run again. Look at the remote and say what it did.',
);

type Shipped = Extract<Outcome, { kind: 'ship' }>;

/** The command ran to its end, or was certainly not started. */
export const shipEnded = (ship: string, outcome: Shipped): DomainEvent =>
  'refused' in outcome
    ? { type: 'shipEnded', ship, outcome: 'failed', exitCode: null, tail: '', problem: outcome.refused }
    : {
        type: 'shipEnded',
        ship,
        outcome: outcome.exitCode === 0 ? 'shipped' : 'failed',
        exitCode: outcome.exitCode,
        tail: outcome.tail,
        problem: null,
      };

/** Whatever else came between: it may have pushed by then, so only a person can say what it did. */
export const shipLost = (ship: string): DomainEvent => ({
  type: 'shipEnded',
  ship,
  outcome: 'unknown',
  exitCode: null,
  tail: '',
  problem: shipUnknown,
});
