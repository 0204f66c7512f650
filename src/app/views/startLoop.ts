import type { Translate } from '../../base/problem.ts';
import type { Run } from '../../core/loop/types.ts';
import { laneJudge, type LaneRules } from '../../core/queue/lanes.ts';
import type { State } from '../../core/state.ts';
import { unmetBy } from '../../core/task/dependencies.ts';
import type { Task } from '../../core/task/types.ts';
import { autoAgent, seatAgents, seatWishes } from '../../core/session/seats.ts';
import { newestRunOf } from '../../core/loop/newestRun.ts';
import { recommendedTasks } from '../../core/task/select.ts';
import type { Role, Topology } from '../../core/topology/types.ts';
import { isUsual } from '../agentFitness.ts';
import type { AgentInfo } from '../ports/agents.ts';
import { laneWord } from './laneWord.ts';
import { phrase, shortList } from './words.ts';

/** What a person chose the last time; remembered as it stands. */
export interface StartChoice {
  /** Null takes the best of the queue each time. */
  readonly tasks: readonly string[] | null;
  readonly limit: number | null;
  /** How many at once; as the settings say where it is missing. */
  readonly pool?: number | null;
  /** How many are to be completed; any number where it is missing. */
  readonly target?: number | null;
  readonly agents: Readonly<Record<string, string>>;
}

/** Tasks that a loop could take now: the recommended ones first, then the others that only wait for a person's word. */
export const startableTasks = (state: State): readonly Task[] => {
  const recommended = recommendedTasks(state);
  const known = new Set(recommended.map((task) => task.id));
  const others = state.queue.tasks.filter(
    (task) => !known.has(task.id) && task.status !== 'done' && isFree(newestRunOf(state, task.id)),
  );
  return [...recommended, ...others];
};

/** A task that can be ticked, with what a person has to know to do it. */
export interface StartRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** Each task with its lane, and what it waits for. */
export function startRows(t: Translate, state: State, tasks: readonly Task[], rules: LaneRules): readonly StartRow[] {
  const laneOf = laneJudge(rules);
  const unmet = unmetBy(state);
  return tasks.map((task) => {
    const { lane } = laneOf(task);
    const waits = unmet(task);
    return {
      id: task.id,
      title: task.title,
      description: phrase(
        `P${task.priority}`,
        laneWord(t, lane),
        waits.length === 0 ? null : t('waits for {tasks}', { tasks: shortList(waits, 3) }),
        task.claims.length === 0 ? t('asks for its files') : shortList(task.claims, 2),
      ),
    };
  });
}

/** Whether nothing of a task's newest run is under way or waits to go on. */
export const isFree = (run: Run | undefined): boolean => run === undefined || run.phase === 'ended';

/** Seats that the loop gives work to. */
export const agentSeats = (topology: Topology): readonly Role[] =>
  topology.roles.filter((role) => role.authority === 'write' || role.required !== 'never');

/** An agent for each seat: the one chosen before if it is still there, else the one that MAM would take. */
export const presetAgents = (
  topology: Topology,
  usable: readonly AgentInfo[],
  chosen: Readonly<Record<string, string>>,
  fullAccess: readonly string[],
): Readonly<Record<string, string>> => {
  const real = usable.filter(isUsual);
  const still = Object.fromEntries(
    Object.entries(seatWishes(topology, chosen)).filter(
      ([, id]) => id === autoAgent || usable.some((agent) => agent.id === id),
    ),
  );
  const seats = new Set(agentSeats(topology).map((role) => role.session));
  const { agents, auto } = seatAgents(topology, real.length > 0 ? real : usable, still, fullAccess);
  const assigned = { ...agents, ...Object.fromEntries(Object.keys(auto).map((session) => [session, autoAgent])) };
  return Object.fromEntries(Object.entries(assigned).filter(([session]) => seats.has(session)));
};

/** What of the last choice still holds; without any, the best task alone. */
export const presetTasks = (tasks: readonly Task[], last: StartChoice | undefined): readonly string[] | null => {
  if (last?.tasks === null) return null;
  const still = (last?.tasks ?? []).filter((id) => tasks.some((task) => task.id === id));
  return still.length > 0 ? still : tasks.slice(0, 1).map((task) => task.id);
};
