import { nextEfforts } from '../autotune/hand.ts';
import { tuneLanes } from '../autotune/tune.ts';
import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { branchFor } from '../loop/names.ts';
import { isActive, isWorking } from '../loop/phases.ts';
import type { Loop, Run } from '../loop/types.ts';
import { poolSize } from '../poolTune/poolSize.ts';
import { stepPool } from '../poolTune/stepPool.ts';
import { isMergedAnew } from '../merged/approved.ts';
import type { State } from '../state.ts';
import { claimsOf, hasUnreachableTasks } from '../task/select.ts';
import type { Task } from '../task/types.ts';
import { completedIn, settleCycles } from './cycles.ts';
import { fitsBeside } from './fits.ts';
import { continueRun } from '../loop/continueRun.ts';
import { giveUpRetry, isDue, isOutOfTries } from './retry.ts';
import { nextMove, type Guards } from './nextMove.ts';
import { nextUp, type NextUp } from './nextUp.ts';
import { setbackOf } from './setback.ts';
import { heldSeats, seatsNow } from './seats.ts';
import { stepTaskTime } from './taskTime.ts';

const nothingNext: NextUp = { task: undefined, refused: null };
const unguarded: Guards = { target: null, maxBlockers: null, maxMs: 0 };

/** What a loop does between its tasks: takes note of what they came to, begins the next, or ends. */
export function stepLoop(state: State, loop: Loop, context: Context): readonly DomainEvent[] {
  if (loop.state === 'ended') return [];
  const runs = Object.values(state.runs).filter((run) => run.loop === loop.id);
  const flying = runs.filter(isActive);
  const timed = stepTaskTime(loop, runs, context);
  if (timed.length > 0) return timed;
  const givenUp = giveUpRetry(state, loop, runs);
  if (givenUp.length > 0) return givenUp;
  // Lanes of a run that waits for a person are ended, too; a loop that had ended before would leave them running.
  if (loop.state === 'stopping')
    return runs.some((run) => isWorking(state, run)) ? [] : [{ type: 'loopEnded', loop: loop.id, outcome: 'stopped' }];
  const tuned = tuneLanes(state, loop);
  if (tuned.length > 0) return tuned;
  const moved = stepPool(state, loop, context);
  if (moved.length > 0) return moved;
  // After what is made of each pass, so that none goes by unseen when several come to something at once.
  const settled = settleCycles(state, loop, runs);
  if (settled.length > 0) return settled;
  const pool = poolSize(loop);
  const again = flying.length < pool ? dueRun(loop, runs, flying, context) : undefined;
  const by = again?.retry?.by ?? 'loop';
  // What a person goes on with comes first, then what nobody has tried yet.
  const { task, refused } = flying.length < pool && by === 'loop' ? nextUp(state, loop, flying) : nothingNext;
  const retrying = runs.filter(({ phase }) => phase === 'retrying').length;
  // What is under way may free the files that the tasks left over are about.
  const stuck = task || again || flying.length + retrying > 0 ? null : refused;
  const seats = task ? seatsNow(state, loop, context) : {};
  const move = nextMove(
    {
      completed: completedIn(loop, flying),
      streak: loop.streak ?? 0,
      blockedBy: blockedIn(loop, runs),
      inFlight: flying.length,
      pool,
      retrying,
      merging: runs.filter((run) => isMergedAnew(state, run)).length,
      hasRetry: again !== undefined,
      isOutOfTries: isOutOfTries(state, loop),
      hasNext: task !== undefined || stuck !== null,
      held: task
        ? heldSeats(state, loop, seats, context)
        : again
          ? heldSeats(state, again, {}, context)
          : stuck && (stuck.passes ? 'wait' : stuck.why),
      awakeMs: loop.startedAwake === undefined ? 0 : context.awakeMs - loop.startedAwake,
      isHalted: loop.halted !== undefined || loop.finishing === true,
    },
    loop.options.guards ?? unguarded,
  );
  switch (move.kind) {
    case 'wait':
      return [];
    case 'halt':
      return [{ type: 'loopHalted', loop: loop.id, why: move.why }];
    case 'claim':
      return task ? begin(state, loop, { task, agents: seats }, context) : [];
    case 'retry':
      return again ? continueRun(again, by) : [];
    case 'end':
      return [
        {
          type: 'loopEnded',
          loop: loop.id,
          outcome: loop.finishing ? 'stopped' : isBlocked(state, loop, runs) ? 'blocked' : 'completed',
        },
      ];
  }
}

/** The newest task that still asks what only a person can tell. One that they answered is in nobody's way. */
const blockedIn = ({ blockedBy = [] }: Loop, runs: readonly Run[]): string | null =>
  blockedBy.findLast((task) => runs.some((run) => run.task.id === task && setbackOf(run) === 'blocked')) ?? null;

/** A loop that completed what it was to is done, whatever it had to set aside on the way. */
function isBlocked(state: State, loop: Loop, runs: readonly Run[]): boolean {
  const target = loop.options.guards?.target ?? null;
  if (target !== null && completedIn(loop) >= target) return false;
  return (
    loop.halted !== undefined ||
    runs.some((run) => run.phase === 'needs-you' || run.phase === 'stopped') ||
    hasUnreachableTasks(state, loop) ||
    runs.some((run) => run.proposed === 'blocked')
  );
}

function begin(
  state: State,
  loop: Loop,
  { task, agents }: { readonly task: Task; readonly agents: Readonly<Record<string, string>> },
  context: Context,
): readonly DomainEvent[] {
  const efforts = nextEfforts(state, loop);
  return [
    {
      type: 'runStarted',
      run: context.id(),
      loop: loop.id,
      task,
      claims: claimsOf(state, task),
      branch: branchFor(loop, task.id),
      ...(loop.options.guards?.taskMaxMs ? { awakeMs: context.awakeMs } : {}),
      ...(Object.keys(agents).length > 0 ? { agents } : {}),
      ...(Object.keys(efforts).length > 0 ? { efforts } : {}),
    },
  ];
}

/** The first run whose further try is due and that fits beside those in flight; a person's before the loop's own. */
function dueRun(loop: Loop, runs: readonly Run[], flying: readonly Run[], context: Context): Run | undefined {
  const due = runs.filter((run) => isDue(run, context));
  if (due.length === 0) return undefined;
  const fits = fitsBeside(flying, loop.options);
  const fit = due.filter((run) => fits(run.task, run.claims));
  return fit.find(({ retry }) => retry?.by === 'person') ?? fit[0];
}
