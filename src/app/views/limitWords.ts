import type { UsageLimit } from '../../core/limit/types.ts';
import { isActive, isBusy } from '../../core/loop/phases.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import type { Run } from '../../core/loop/types.ts';
import type { State } from '../../core/state.ts';
import type { ViewContext } from './viewContext.ts';

/** A time this far ahead, in milliseconds, is told with its day. */
const farMs = 18 * 3_600_000;

/** `limited until 15:40`, with the day where it is not near; `until` null where nobody knows. */
export function limitedUntil(ctx: ViewContext, until: string | null): string {
  if (until === null) return ctx.t('limited, until nobody knows when');
  const time = ctx.clock(until);
  return -ctx.age(until) > farMs
    ? ctx.t('limited until {day} {time}', { day: ctx.day(until), time })
    : ctx.t('limited until {time}', { time });
}

/** What a seat's row, a status line and the dashboard say of an agent's usage limit. */
export const limitWords = (ctx: ViewContext, limit: UsageLimit): string =>
  limit.trial === null ? limitedUntil(ctx, limit.until) : ctx.t('tries again after its usage limit');

/** Whether a limit still keeps anything: what was to be lifted by now is only found out by the next lane. */
export const isInForce = (ctx: ViewContext, { until, trial }: UsageLimit): boolean =>
  until === null || trial !== null || ctx.age(until) < 0;

/** Each agent that its account's limit keeps from working now, with its words. */
export const limitLines = (ctx: ViewContext, state: State): readonly string[] =>
  Object.entries(state.limits)
    .filter(([, limit]) => isInForce(ctx, limit))
    .map(([agent, limit]) => `${agent}: ${limitWords(ctx, limit)}`);

/** What a run waits for that would go on by itself; null when it does something, or waits for a person. */
export function heldWords(ctx: ViewContext, state: State, run: Run): string | null {
  if (!isActive(run) || isBusy(state, run)) return null;
  const agents = new Set(Object.values(run.options.agents));
  const [first] = Object.entries(state.limits).filter(([agent]) => agents.has(agent));
  return first === undefined ? null : `${first[0]} ${limitWords(ctx, first[1])}`;
}

/** The same of all runs together: null as soon as one of them does something, or where none would go on by itself. */
export function allHeldWords(ctx: ViewContext, state: State): string | null {
  const words = newestFirst(state)
    .filter(isActive)
    .map((run) => heldWords(ctx, state, run));
  return words.includes(null) ? null : (words[0] ?? null);
}
