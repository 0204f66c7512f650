import type { Cycle } from '../autoLoop/cycles.ts';
import type { DomainEvent } from '../event.ts';
import type { Loop } from '../loop/types.ts';
import { isSeveral } from '../poolTune/poolSize.ts';
import type { State } from '../state.ts';
import { computeAutotune } from './compute.ts';
import { compared, observedLanes } from './observe.ts';
import { orderBatches, type CycleLanes } from './orderBatches.ts';
import type { AutotuneConfig, AutotuneDecision } from './types.ts';

/** Under what the lanes of a loop are tuned. */
export interface AutotuneTerms {
  readonly config: AutotuneConfig;
  /** By session and agent, the efforts that the lane may have there, weakest first. */
  readonly ladders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Also where several tasks are at work at once. */
  readonly atOnce: boolean;
  /** What is found is only said: a person switched nothing on. */
  readonly off?: true;
}

/** What was decided when a task's pass had come to something. */
export interface Tuning extends AutotuneDecision, Pick<Cycle, 'run' | 'task' | 'outcome'> {}

/** Whether a person wants the lanes of a loop tuned. */
export const wantsTuning = ({ options }: Pick<Loop, 'options'>): boolean =>
  options.autotune !== undefined && options.autotune.off !== true;

/** Whether the lanes of a loop are tuned: with several tasks at once only where a person said so. */
export const isTuned = (loop: Pick<Loop, 'options' | 'poolSize'>): boolean =>
  wantsTuning(loop) && (!isSeveral(loop) || loop.options.autotune?.atOnce === true);

/** Decides once for each pass that came to something and had lanes. */
export function tuneLanes(state: State, loop: Loop): readonly DomainEvent[] {
  const newest = loop.cycles?.at(-1);
  if (!newest || !isTuned(loop)) return [];
  const last = loop.tunings?.at(-1);
  if (last?.run === newest.run && last.outcome === newest.outcome) return [];
  const decision = judgeLanes(state, loop, newest);
  if (!decision) return [];
  const { run, task, outcome } = newest;
  return [{ type: 'lanesTuned', loop: loop.id, tuning: { run, task, outcome, ...decision } }];
}

/** What the controller says of the lanes after a pass of this loop; null where it had none, or nobody knows the efforts. */
export function judgeLanes(state: State, loop: Loop, newest: Cycle): AutotuneDecision | null {
  const terms = loop.options.autotune;
  const judged = lanesOf(state, newest);
  if (!terms || judged === null) return null;
  const loops = Object.values(state.loops);
  // The pass that has just come to something is the one that is judged, whatever the ids of those beside it: last of all.
  const history = [
    ...loops.flatMap(({ cycles = [] }) =>
      orderBatches(cycles.filter(({ run }) => run !== newest.run).flatMap((cycle) => lanesOf(state, cycle) ?? [])),
    ),
    judged,
  ].map(({ lanes }) => lanes);
  const efforts = new Map(
    Object.values(state.runs)
      .filter((run) => run.loop === loop.id)
      .flatMap((run) => observedLanes(run).map(({ role, agent, effort }) => [`${role}||${agent}`, effort] as const)),
  );
  return computeAutotune(
    history,
    loops.findLast(({ tunings = [] }) => tunings.length > 0)?.tunings?.at(-1)?.cooldown ?? {},
    terms.config,
    {
      effortOf: (agent, role) => efforts.get(`${role}||${agent}`) ?? null,
      ladderOf: (agent, role) => terms.ladders[sessionOf(loop, role) ?? '']?.[agent] ?? [],
    },
  );
}

/** Null for a pass without a lane that says something. */
function lanesOf({ runs }: State, { run, task }: Cycle): CycleLanes | null {
  const found = runs[run];
  const lanes = found ? observedLanes(found).map(compared) : [];
  if (!found || lanes.length === 0) return null;
  const endedAt = found.jobs.map(({ ended }) => ended?.at ?? '').reduce((a, b) => (a > b ? a : b));
  return { task, begunAt: found.startedAt, endedAt, lanes };
}

export const sessionOf = ({ options }: Pick<Loop, 'options'>, role: string): string | undefined =>
  options.topology.roles.find(({ name }) => name === role)?.session;
