import { circuitOf } from '../../core/circuit/evolve.ts';
import type { Circuit } from '../../core/circuit/types.ts';
import { limitOf } from '../../core/limit/admission.ts';
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
const limitWords = (ctx: ViewContext, limit: UsageLimit): string =>
  limit.trial === null ? limitedUntil(ctx, limit.until) : ctx.t('tries again after its usage limit');

/** Whether a limit still keeps anything: what was to be lifted by now is only found out by the next lane. */
const isInForce = (ctx: ViewContext, { until, trial }: UsageLimit): boolean =>
  until === null || trial !== null || ctx.age(until) < 0;

/** What is said of an agent whose lanes failed one after another. */
const circuitWords = ({ t }: ViewContext, { failures, open }: Circuit): string =>
  open?.trial === null
    ? t('gets no job for now: {count} {count|lane|lanes in a row} failed', { count: failures })
    : t('is tried again after {count} {count|lane|lanes} failed', { count: failures });

/** Why an agent gets no job now, or only one that tries it; null when it gets any. */
export function agentHeldWords(ctx: ViewContext, state: State, agent: string): string | null {
  const limit = limitOf(state, agent);
  if (limit && isInForce(ctx, limit)) return limitWords(ctx, limit);
  const circuit = circuitOf(state.circuits, agent);
  return circuit?.open ? circuitWords(ctx, circuit) : null;
}

/** Each agent that gets no job now, with the words for why. */
export const heldLines = (ctx: ViewContext, state: State): readonly string[] =>
  [...new Set([...Object.keys(state.limits), ...Object.keys(state.circuits)])].flatMap((agent) => {
    const words = agentHeldWords(ctx, state, agent);
    return words === null ? [] : [`${agent}: ${words}`];
  });

/** What a run waits for that would go on by itself; null when it does something, or waits for a person. */
export const heldWords = (ctx: ViewContext, state: State, run: Run): string | null =>
  !isActive(run) || isBusy(state, run) ? null : heldAmong(ctx, state, run.options.agents);

function heldAmong(ctx: ViewContext, state: State, agents: Readonly<Record<string, string>>): string | null {
  const seated = new Set(Object.values(agents));
  const limited = Object.entries(state.limits).find(([agent]) => seated.has(agent));
  if (limited) return `${limited[0]} ${limitWords(ctx, limited[1])}`;
  const failing = Object.entries(state.circuits).find(([agent, { open }]) => open !== null && seated.has(agent));
  return failing ? `${failing[0]} ${circuitWords(ctx, failing[1])}` : null;
}

/**
 * The same of all runs together: null as soon as one of them does something, or where none would go on by itself. A loop
 * that begins nothing because of an agent waits as well.
 */
export function allHeldWords(ctx: ViewContext, state: State): string | null {
  const active = newestFirst(state).filter(isActive);
  const words = active.map((run) => heldWords(ctx, state, run));
  if (active.length > 0) return words.includes(null) ? null : (words[0] ?? null);
  const loop = Object.values(state.loops).findLast((one) => one.state === 'running');
  return loop ? heldAmong(ctx, state, loop.options.agents) : null;
}
