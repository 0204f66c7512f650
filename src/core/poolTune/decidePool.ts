import { problem, type Problem } from '../../base/problem.ts';
import type { PoolDecision, PoolObservation, PoolTerms, PoolWish } from './types.ts';

/** Where load counts as too much, and up to where there is room: between the two nothing is moved. */
const [highLoad, lowLoad] = [1.5, 0.9];
/** From which multiple of the usual time reviews and checks count as held up. */
const slowGate = 1.5;

/**
 * Moves the number of tasks at once by one step at most, within its bounds. It looks at the observation and at its last
 * decision, and at nothing else, so that the same log gives the same decisions.
 */
export function decidePool(
  seen: PoolObservation,
  before: Pick<PoolDecision, 'wish' | 'row' | 'cooling'> | null,
  { min, max, cooldown, agree }: PoolTerms,
): PoolDecision {
  const [wish, why] = judge(seen);
  const from = seen.size;
  const row = before?.wish === wish ? before.row + 1 : 1;
  const left = before?.cooling ?? 0;
  const stay = (reason: Problem): PoolDecision => ({
    wish,
    row,
    from,
    to: from,
    cooling: Math.max(left - 1, 0),
    why: reason,
  });
  if (wish === 'keep' || left > 0 || row < agree) return stay(why);
  const to = wish === 'raise' ? from + 1 : from - 1;
  if (wish === 'raise' ? to > max : to < min) return stay(why);
  return { wish, row: 0, from, to, cooling: cooldown, why };
}

/** What speaks against as many as now counts before what speaks for more. */
function judge(seen: PoolObservation): readonly [PoolWish, Problem] {
  const against = pressure(seen);
  if (against) return ['lower', against];
  const { startable, sharing, taken, size, load } = seen;
  if (taken < size) return ['keep', problem('pool.unused', 'Not every place was taken.')];
  if (startable === 0)
    return sharing > 0
      ? [
          'keep',
          problem('pool.sharing', 'What could begin shares files with what is at work (tasks: {count}).', {
            count: sharing,
          }),
        ]
      : ['keep', problem('pool.noMore', 'No other task could begin.')];
  if (load !== null && load > lowLoad)
    return [
      'keep',
      problem('pool.busy', 'The machine has little room: {load} for each processor.', { load: hundredths(load) }),
    ];
  return [
    'raise',
    problem('pool.room', 'Every place was taken, and more could begin (tasks: {count}).', { count: startable }),
  ];
}

function pressure(seen: PoolObservation): Problem | null {
  const { load, limited, conflicts, unmergeable, heldBack, reviewsWaiting, gateSeconds, usualGateSeconds } = seen;
  if (load !== null && load > highLoad)
    return problem('pool.load', 'The machine has too much to do: {load} for each processor.', {
      load: hundredths(load),
    });
  if (limited.length > 0)
    return problem('pool.limited', 'A usage limit is reached: {agents}.', { agents: limited.join(', ') });
  const clashes = (conflicts ?? 0) + unmergeable;
  if (clashes > 0) return problem('pool.conflicts', 'Work does not merge (tasks: {count}).', { count: clashes });
  if (heldBack > 0)
    return problem('pool.heldBack', 'Somebody else holds files that are wanted (tasks: {count}).', { count: heldBack });
  if (reviewsWaiting >= seen.size)
    return problem('pool.backlog', 'Reviews wait for a place: {count}.', { count: reviewsWaiting });
  if (gateSeconds !== null && usualGateSeconds !== null && gateSeconds > slowGate * usualGateSeconds)
    return problem('pool.gate', 'Reviews and checks took {seconds} s, where {usual} s are usual.', {
      seconds: Math.round(gateSeconds),
      usual: Math.round(usualGateSeconds),
    });
  return null;
}

const hundredths = (value: number): number => Number(value.toFixed(2));
