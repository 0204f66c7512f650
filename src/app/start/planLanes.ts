import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Access } from '../../core/job/types.ts';
import { chooseSeats } from '../../core/mix/chooseSeats.ts';
import { namedAgents, seatAgents, seatWishes } from '../../core/session/seats.ts';
import type { State } from '../../core/state.ts';
import { unknownTask } from '../../core/ship/reasons.ts';
import { claimedFiles } from '../../core/task/claimedFiles.ts';
import { recommendedTasks } from '../../core/task/select.ts';
import type { Task } from '../../core/task/types.ts';
import { chooseModel } from '../../core/model/choose.ts';
import type { ModelWishes } from '../../core/model/types.ts';
import { entriesMatcher } from '../../core/topology/loadBearing.ts';
import { requiredRoles, writerRole } from '../../core/topology/roles.ts';
import type { Role, Topology } from '../../core/topology/types.ts';
import type { Settings } from '../../protocol/settings.ts';
import { isUsual, type StartRequest } from '../loopOptions.ts';
import { modelSources } from '../laneModels.ts';
import type { Agents } from '../ports/agents.ts';

/** A lane as it would be run. Ids that only a run has stand in angle brackets. */
interface PlannedLane {
  readonly session: string;
  readonly role: string;
  readonly agent: string;
  readonly access: Access;
  /** Relative to the control root, unless the worktrees lie elsewhere. */
  readonly cwd: string;
  /** Its argument vector, or why this lane would not be started. */
  readonly command: Result<readonly string[], Problem>;
}

export interface LanePlan {
  readonly task: Task;
  readonly lanes: readonly PlannedLane[];
}

/**
 * The lanes of a task's first round: its writer, and the reviewers that its gate needs. Nothing is started, and no agent
 * is asked whether it is there or signed in.
 */
export function planLanes(
  request: Pick<StartRequest, 'tasks' | 'only' | 'agents'>,
  deps: {
    readonly state: State;
    readonly settings: Settings;
    readonly topology: Topology;
    readonly modelWishes: ModelWishes;
    /** Every file that git tracks, by which the globs of a task are taken apart. */
    readonly tracked: readonly string[];
    readonly agents: Pick<Agents, 'list' | 'command'>;
  },
): Result<LanePlan, Problem> {
  const { settings, topology } = deps;
  const task = taskOf(request.tasks?.[0] ?? null, deps.state);
  if (!task.ok) return task;
  const chosen = seatWishes(topology, { ...settings['mam.agents'], ...request.agents });
  const candidates = deps.agents
    .list()
    .filter((agent) => request.only?.includes(agent.id) ?? (isUsual(agent) || namedAgents(chosen).includes(agent.id)));
  const { agents, auto } = seatAgents(topology, candidates, chosen, settings['mam.agents.fullAccess']);
  const assigned = { ...agents, ...chooseSeats(deps.state, { topology, auto }, deps.state.updatedAt) };
  const writer = writerRole(topology);
  const weighty = claimedFiles(task.value.claims, deps.tracked).files.some(entriesMatcher(settings['mam.loadBearing']));
  const worktree = `${settings['mam.worktrees.root']}/${task.value.id}-<run>-r1`;
  const lane = (role: Role, access: Access): PlannedLane => {
    const agent = assigned[role.session] ?? '';
    const cwd = access === 'write' ? `${worktree}a1` : `${worktree}-${role.session}-1`;
    const fullAccess = settings['mam.agents.fullAccess'].includes(agent);
    const info = candidates.find(({ id }) => id === agent);
    const choice = info
      ? chooseModel({ role, access, agent: info, version: null }, modelSources(settings, deps.modelWishes))
      : ok({ model: null, effort: null });
    const command = choice.ok
      ? deps.agents.command({ agent, ...choice.value, access, cwd, folder: '.mam/jobs/<job>', fullAccess })
      : choice;
    return { session: role.session, role: role.name, agent, access, cwd, command };
  };
  return ok({
    task: task.value,
    lanes: [
      ...(writer ? [lane(writer, 'write')] : []),
      ...requiredRoles(topology, weighty).map((role) => lane(role, 'read')),
    ],
  });
}

function taskOf(wanted: string | null, state: State): Result<Task, Problem> {
  const [unread] = state.queue.tasks.length === 0 ? state.queue.problems : [];
  if (unread) return err(unread);
  const task = wanted === null ? recommendedTasks(state)[0] : state.queue.tasks.find((one) => one.id === wanted);
  if (task) return ok(task);
  return err(
    wanted === null
      ? problem('start.noTask', 'The queue has no task that is ready. Set one to ready, or name one with --task.')
      : unknownTask(wanted),
  );
}
