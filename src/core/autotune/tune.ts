import type { Cycle } from '../autoLoop/cycles.ts';
import type { DomainEvent } from '../event.ts';
import type { Loop } from '../loop/types.ts';
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
}

/** What was decided when a task's pass had come to something. */
export interface Tuning extends AutotuneDecision, Pick<Cycle, 'run' | 'task' | 'outcome'> {}

/** Whether the lanes of a loop are tuned: with several tasks at once only where a person said so. */
export const isTuned = ({ options }: Pick<Loop, 'options'>): boolean =>
  options.autotune !== undefined && ((options.pool ?? 1) === 1 || options.autotune.atOnce);

/** Decides once for each pass that came to something and had lanes. */
export function tuneLanes(state: State, loop: Loop): readonly DomainEvent[] {
  const terms = loop.options.autotune;
  const newest = loop.cycles?.at(-1);
  if (!terms || !newest || !isTuned(loop)) return [];
  const last = loop.tunings?.at(-1);
  if (last?.run === newest.run && last.outcome === newest.outcome) return [];
  if (lanesOf(state, newest).lanes.length === 0) return [];
  const loops = Object.values(state.loops);
  const history = loops.flatMap(({ cycles = [], options }) =>
    orderBatches(
      cycles.map((cycle) => lanesOf(state, cycle)),
      (options.pool ?? 1) > 1,
    ),
  );
  const efforts = new Map(
    Object.values(state.runs)
      .filter((run) => run.loop === loop.id)
      .flatMap((run) => observedLanes(run).map(({ role, agent, effort }) => [`${role}||${agent}`, effort] as const)),
  );
  const decision = computeAutotune(
    history.filter((batch) => batch.length > 0),
    loops.findLast(({ tunings = [] }) => tunings.length > 0)?.tunings?.at(-1)?.cooldown ?? {},
    terms.config,
    {
      effortOf: (agent, role) => efforts.get(`${role}||${agent}`) ?? null,
      ladderOf: (agent, role) => terms.ladders[sessionOf(loop, role) ?? '']?.[agent] ?? [],
    },
  );
  const { run, task, outcome } = newest;
  return [{ type: 'lanesTuned', loop: loop.id, tuning: { run, task, outcome, ...decision } }];
}

const lanesOf = ({ runs }: State, { run, task }: Cycle): CycleLanes => {
  const found = runs[run];
  return { task, lanes: found ? observedLanes(found).map(compared) : [] };
};

const sessionOf = ({ options }: Loop, role: string): string | undefined =>
  options.topology.roles.find(({ name }) => name === role)?.session;

/** By session and agent, the efforts that the newest decision gives the next run; empty where nothing changes. */
export function nextEfforts(loop: Loop): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const efforts: Record<string, Record<string, string>> = {};
  for (const { role, agent, effort } of loop.tunings?.at(-1)?.overrides ?? []) {
    const session = sessionOf(loop, role);
    if (session !== undefined) efforts[session] = { ...efforts[session], [agent]: effort };
  }
  return efforts;
}
