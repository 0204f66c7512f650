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
import { isUsual } from '../agentFitness.ts';
import { familiesOf, unknownAgent, type StartRequest } from '../loopOptions.ts';
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

type PlanRequest = Pick<StartRequest, 'tasks' | 'limit' | 'only' | 'agents' | 'claims'>;

interface PlanDeps {
  readonly state: State;
  readonly settings: Settings;
  readonly topology: Topology;
  readonly modelWishes: ModelWishes;
  /** Every file that git tracks, by which the globs of a task are taken apart. */
  readonly tracked: readonly string[];
  readonly agents: Pick<Agents, 'list' | 'command'>;
}

/**
 * The lanes of the first round of each task that a start would take: its writer, and the reviewers that its gate needs.
 * Nothing is started, and no agent is asked whether it is there or signed in.
 */
export function planLanes(request: PlanRequest, deps: PlanDeps): Result<readonly LanePlan[], Problem> {
  const chosen = seatWishes(deps.topology, { ...deps.settings['mam.agents'], ...request.agents });
  const stranger = unknownAgent([...(request.only ?? []), ...namedAgents(chosen)], deps.agents.list());
  if (stranger) return err(stranger);
  const tasks = tasksOf(request, deps.state);
  return tasks.ok ? ok(tasks.value.map((task) => planOf(task, request, deps))) : tasks;
}

function planOf(task: Task, request: PlanRequest, deps: PlanDeps): LanePlan {
  const { settings, topology } = deps;
  const chosen = seatWishes(topology, { ...settings['mam.agents'], ...request.agents });
  const candidates = deps.agents
    .list()
    .filter((agent) => request.only?.includes(agent.id) ?? (isUsual(agent) || namedAgents(chosen).includes(agent.id)));
  const { agents, auto } = seatAgents(topology, candidates, chosen, settings['mam.agents.fullAccess']);
  const assigned = {
    ...agents,
    ...chooseSeats(deps.state, { topology, agents, auto, families: familiesOf(candidates) }, deps.state.updatedAt),
  };
  const writer = writerRole(topology);
  const claims = task.claims.length > 0 ? task.claims : (request.claims[task.id] ?? []);
  const claimed = claimedFiles(claims, deps.tracked);
  // What nobody can name may be load-bearing.
  const weighty = claimed.unknown.length > 0 || claimed.files.some(entriesMatcher(settings['mam.loadBearing']));
  const worktree = `${settings['mam.worktrees.root']}/${task.id}-<run>-r1`;
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
  return {
    task,
    lanes: [
      ...(writer ? [lane(writer, 'write')] : []),
      ...requiredRoles(topology, weighty).map((role) => lane(role, 'read')),
    ],
  };
}

/** Those that are named, each of which has to be there, else the best of the queue, as many as are taken. */
function tasksOf({ tasks, limit }: PlanRequest, { queue, ...state }: State): Result<readonly Task[], Problem> {
  const [unread] = queue.tasks.length === 0 ? queue.problems : [];
  if (unread) return err(unread);
  if (tasks !== null) {
    const missing = tasks.find((id) => !queue.tasks.some((one) => one.id === id));
    if (missing !== undefined) return err(unknownTask(missing));
    return ok(tasks.flatMap((id) => queue.tasks.find((one) => one.id === id) ?? []));
  }
  const best = recommendedTasks({ ...state, queue });
  return best.length > 0
    ? ok(limit === null ? best : best.slice(0, limit))
    : err(problem('start.noTask', 'The queue has no task that is ready. Set one to ready, or name one with --task.'));
}
