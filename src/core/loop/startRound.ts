import type { Context } from '../context.ts';
import type { DomainEvent } from '../event.ts';
import { stepsOf } from './options.ts';
import type { Run } from './types.ts';

/** Begins the next round; with the first since a person decided, its time begins to run. */
export function startRound(run: Run, { awakeMs }: Pick<Context, 'awakeMs'>): readonly DomainEvent[] {
  const { maxMs } = stepsOf(run.options);
  const until = maxMs > 0 && run.untilAwake === undefined ? { untilAwake: awakeMs + maxMs } : {};
  return [{ type: 'roundStarted', run: run.id, round: run.round + 1, ...until }];
}

/** Whether the time for further rounds is up. */
export const isTimeUp = ({ untilAwake }: Run, { awakeMs }: Pick<Context, 'awakeMs'>): boolean =>
  untilAwake !== undefined && awakeMs >= untilAwake;
