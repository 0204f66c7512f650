import type { BreakerTerms } from '../circuit/types.ts';
import type { RetryTerms } from './retry.ts';
import { problem, type Problem } from '../../base/problem.ts';

/** What ends a loop beside the end of its queue. */
export interface Guards {
  /** When what came to nothing is tried again; never where it is missing. */
  readonly retry?: RetryTerms;
  /** Tries of all its tasks together; null or missing is any number. */
  readonly maxAttempts?: number | null;
  /** When an agent gets no more jobs; none is left alone where it is missing. */
  readonly breaker?: BreakerTerms;
  /** Tasks that this loop is to complete; null is any number. */
  readonly target: number | null;
  /** Tasks deferred in a row that end it, at least one; null for no such guard. */
  readonly maxBlockers: number | null;
  /** Awake milliseconds after which nothing is begun; 0 is no limit. */
  readonly maxMs: number;
  /** Awake milliseconds of a task after which it is told of, once; 0 where it is missing, which is never. */
  readonly taskMaxMs?: number;
  /** One task that only a person can help ends it, as in a loop that is to take so many tasks and no more. */
  readonly stopsBlocked?: true;
}

/** How a loop stands between two tasks. */
export interface Standing {
  readonly completed: number;
  /** Tasks deferred since the last that was completed. */
  readonly streak: number;
  /** The newest task that only a person can help, since it was started or resumed. */
  readonly blockedBy: string | null;
  readonly inFlight: number;
  /** How many may be. */
  readonly pool: number;
  /** Tasks that wait for another try, which is due for one of them that fits beside those in flight. */
  readonly retrying: number;
  /** Tasks that are merged onto a base that moved and checked there: they need no place, but the loop is not over before. */
  readonly merging: number;
  readonly hasRetry: boolean;
  /** It has begun all the tries that it may. */
  readonly isOutOfTries: boolean;
  /** Whether a task could be begun beside those in flight. */
  readonly hasNext: boolean;
  /** Why the next task can't be begun now by those who would work on it: it waits, or only a person can tell. Null when it can. */
  readonly held: 'wait' | Problem | null;
  /** Awake milliseconds since it was started or resumed. */
  readonly awakeMs: number;
  /** A guard has ended it already, or a person wants no more begun. */
  readonly isHalted: boolean;
}

export type Move =
  | { readonly kind: 'claim' | 'retry' | 'wait' | 'end' }
  /** Nothing more is begun; what is in flight goes on to its end. */
  | { readonly kind: 'halt'; readonly why: Problem };

const move = (kind: 'claim' | 'retry' | 'wait' | 'end'): Move => ({ kind });

/** What a loop does next. A guard that has ended it is never taken back by a task that was in flight. */
export function nextMove(now: Standing, guards: Guards): Move {
  const isAnyLeft = now.inFlight > 0 || now.retrying > 0;
  const rest = move(isAnyLeft || now.merging > 0 ? 'wait' : 'end');
  if (now.isHalted) return rest;
  const isReached = guards.target !== null && now.completed >= guards.target;
  const isClaiming = now.hasNext && !isReached;
  const isTrying = now.hasRetry && !isReached;
  const blocked = isClaiming || isTrying ? blockedOf(now, guards) : null;
  const why =
    blocked ??
    (isClaiming ? triesOf(now, guards) : null) ??
    (isClaiming || isTrying || isAnyLeft ? guardOf(now, guards) : null);
  if (why) return { kind: 'halt', why };
  // Each further task would only come to ask the same.
  if ((isClaiming || isTrying) && now.held !== null)
    return now.held === 'wait' || now.inFlight > 0 ? move('wait') : { kind: 'halt', why: now.held };
  // Those in flight may be enough: another is begun only once one of them turns out not to be.
  const isCovered = guards.target !== null && now.completed + now.inFlight >= guards.target;
  if (isCovered || now.inFlight >= now.pool) return rest;
  return isClaiming ? move('claim') : isTrying ? move('retry') : rest;
}

/** Only where something would be begun: what takes its last task anyway comes to its end by itself. */
const blockedOf = ({ blockedBy: task }: Standing, { stopsBlocked }: Guards): Problem | null =>
  stopsBlocked && task !== null
    ? problem(
        'loop.taskBlocked',
        '{task} is blocked, so no more is begun. Answer what it asks, then resume the loop; --infinite goes on with the others by itself.',
        { task },
      )
    : null;

const triesOf = ({ isOutOfTries }: Standing, { maxAttempts }: Guards): Problem | null =>
  isOutOfTries
    ? problem(
        'loop.triesUsedUp',
        'The loop has begun the {count} {count|try|tries} that it may, so no more is begun. Look at what its tasks ask, then resume the loop.',
        { count: maxAttempts ?? 0 },
      )
    : null;

function guardOf({ streak, awakeMs }: Standing, { maxBlockers, maxMs }: Guards): Problem | null {
  if (maxBlockers !== null && streak >= Math.max(maxBlockers, 1))
    return problem(
      'loop.blockersInARow',
      '{count} {count|task|tasks in a row} could not be completed, so no more is begun. Look at what they ask, then resume the loop.',
      { count: streak },
    );
  if (maxMs > 0 && awakeMs >= maxMs)
    return problem(
      'loop.wallClock',
      'The time of the loop is up ({seconds} s awake), so no more is begun. Resume it to go on.',
      { seconds: Math.round(maxMs / 1000) },
    );
  return null;
}
