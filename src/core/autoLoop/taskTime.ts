import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { isActive } from '../loop/phases.ts';
import type { Loop, Run } from '../loop/types.ts';
import { isSeveral } from '../poolTune/poolSize.ts';

/**
 * Looks at how long tasks are at work, in loops that have a usual time for one. The clock of a task stands still while it
 * rests: for a further try, or for a person. One that is at work for long is told of once, and goes on.
 */
export function stepTaskTime(
  loop: Loop,
  runs: readonly Run[],
  { awakeMs }: Pick<Context, 'awakeMs'>,
): readonly DomainEvent[] {
  const taskMaxMs = loop.options.guards?.taskMaxMs ?? 0;
  if (taskMaxMs === 0) return [];
  const turned = runs.find(
    ({ phase, pausedAwake }) => phase !== 'ended' && isActive({ phase }) === (pausedAwake !== undefined),
  );
  if (turned) return [{ type: 'taskClockTurned', loop: loop.id, run: turned.id, goes: isActive(turned), awakeMs }];
  const late = runs.find((run) => isActive(run) && isLate(loop, run, awakeMs - taskMaxMs));
  return late && isSeveral(loop)
    ? [{ type: 'taskOverran', loop: loop.id, run: late.id, task: late.task.id, seconds: Math.round(taskMaxMs / 1000) }]
    : [];
}

const isLate = ({ overran = [] }: Loop, { id, startedAwake }: Run, since: number): boolean =>
  startedAwake !== undefined && startedAwake <= since && !overran.some(({ run }) => run === id);

/** A run whose clock stands still from now on, or goes on as if it had stood at no time. */
export function turnClock(run: Run, goes: boolean, awakeMs: number): Run {
  const { pausedAwake, ...rest } = run;
  if (!goes) return { ...run, pausedAwake: awakeMs };
  if (pausedAwake === undefined || rest.startedAwake === undefined) return rest;
  return { ...rest, startedAwake: rest.startedAwake + awakeMs - pausedAwake };
}
