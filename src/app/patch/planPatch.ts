import { portRange } from '../worktree/portRange.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { chooseModel } from '../../core/model/choose.ts';
import { ownersOf } from '../../core/model/owners.ts';
import type { ModelChoice, ModelWishes } from '../../core/model/types.ts';
import { chooseSeats } from '../../core/mix/chooseSeats.ts';
import { wholeRepository } from '../../core/lease/claims.ts';
import { newestFirst } from '../../core/loop/newestRun.ts';
import type { LoopOptions } from '../../core/loop/types.ts';
import { repairedRun } from '../../core/patch/start.ts';
import type { PatchPlan, PatchTerms } from '../../core/patch/types.ts';
import { autoAgent, seatWishes } from '../../core/session/seats.ts';
import type { State } from '../../core/state.ts';
import { writerRole } from '../../core/topology/roles.ts';
import type { Role, Topology } from '../../core/topology/types.ts';
import type { Task } from '../../core/task/types.ts';
import type { Settings } from '../../protocol/settings.ts';
import { uncountable } from '../agentFitness.ts';
import { authOf } from '../batch/authOf.ts';
import { noTeam } from '../batch/pickSeats.ts';
import { mixCandidates } from '../batch/staffSeats.ts';
import { modelSources } from '../laneModels.ts';
import type { AgentInfo, Agents, AgentStatus } from '../ports/agents.ts';
import type { PatchRequest } from './request.ts';

export interface PatchDeps {
  readonly state: State;
  readonly settings: Settings;
  readonly modelWishes: ModelWishes;
  readonly agents: Pick<Agents, 'list' | 'command'>;
  readonly worktreesRoot: string;
  /** How each agent stands that was asked; one that was not counts as ready. */
  readonly statuses: Readonly<Record<string, AgentStatus>>;
}

const folder = 'reports/agent_loop/active/patch_runs/implementer';
const minute = 60_000;

/** A write lane as it would be, with everything that is in its way. Starts nothing, and asks no agent. */
export function planPatch(request: PatchRequest, deps: PatchDeps): PatchPlan {
  const { state, settings } = deps;
  const { topology } = state;
  const role = topology ? writerRole(topology) : undefined;
  const task = topology ? taskOf(request, state, role) : null;
  const unknown = termsOf(request, { agent: null, ...deps });
  const plan: PatchPlan = {
    task: task && 'id' in task ? task : null,
    claims: [],
    session: role?.session ?? 'implementer',
    role: role?.name ?? 'Implementer',
    agent: request.agent ?? 'auto',
    options: null,
    command: [],
    terms: unknown,
    blockers: [],
    warnings: request.warnings,
  };
  if (!topology) return { ...plan, blockers: [noTeam()] };
  if (!role) return { ...plan, blockers: [noWriter(topology)] };
  const agent = agentFor(request, role, topology, deps);
  if ('code' in agent) return { ...plan, blockers: [agent] };
  const terms = termsOf(request, { agent: agent.id, ...deps });
  const named = { ...plan, agent: agent.id, terms };
  const fullAccess = accessOf(settings, agent);
  const choice = modelFor(request, role, agent, deps);
  const lane = 'code' in choice ? null : { agent: agent.id, ...choice };
  const shape = { access: 'write', cwd: '.', folder, fullAccess: fullAccess.includes(agent.id) } as const;
  const command = lane ? deps.agents.command({ ...lane, ...shape }) : null;
  const claims = plan.task ? claimsOf(plan.task, deps) : [];
  const status = deps.statuses[agent.id];
  const unfit = whyNotWriter(agent, fullAccess);
  const blockers = [
    ...(task && 'code' in task ? [task] : []),
    ...('code' in choice ? [choice] : []),
    ...unfit,
    ...uncountable(agent, request.maxCommands),
    ...(request.assignment !== undefined && !request.assignment?.trim() ? [noAssignment(role)] : []),
    ...(plan.task && claims.length === 0 ? [noClaims(plan.task)] : []),
    ...(command && !command.ok && unfit.length === 0 ? [command.error] : []),
    ...(status && status.kind !== 'ready' ? [status.problem] : []),
  ];
  const argv = command?.ok ? command.value : [];
  const warnings = [...named.warnings, ...(status?.kind === 'ready' && status.warning ? [status.warning] : [])];
  if (!plan.task || !lane) return { ...named, claims, command: argv, blockers, warnings };
  const options: PatchPlan['options'] = {
    topology,
    agents: { [role.session]: agent.id },
    models: { [role.session]: { [agent.id]: { model: lane.model, effort: lane.effort } } },
    fullAccess,
    ...(agent.person === true ? { people: [agent.id] } : {}),
    tasks: [plan.task.id],
    limit: 1,
    maxRounds: 1,
    laneTimeoutMs: terms.timeoutMs,
    checkTimeoutMs: settings['mam.lanes.timeoutMinutes'] * minute,
    leaseTtlMs: settings['mam.leases.ttlMinutes'] * minute,
    contextPaths: settings['mam.leases.contextPaths'],
    ...(settings['mam.leases.openContextClaims'] ? { openContextClaims: true } : {}),
    allowedChecks: [],
    checksRequired: false,
    loadBearing: settings['mam.loadBearing'],
    worktreesRoot: deps.worktreesRoot,
    portRange: portRange(settings),
    patch: {
      command: argv,
      assignment: request.assignment ?? null,
      terms,
      base: request.base,
      seedChanges: request.seedChanges,
    },
  };
  return { ...named, claims, command: argv, options, blockers, warnings };
}

/** Under what the lane would work; of an agent that nobody knows as far as the settings tell. */
function termsOf(
  request: PatchRequest,
  { agent, settings, statuses }: Pick<PatchDeps, 'settings' | 'statuses'> & { readonly agent: string | null },
): PatchTerms {
  const own = (settings['mam.patch.timeoutSeconds'][agent ?? ''] ?? 0) * 1000;
  const isOpen = agent === null ? false : accessOf(settings, { id: agent }).includes(agent);
  return {
    sandbox: isOpen ? 'danger-full-access' : 'workspace-write',
    auth: authOf(settings, agent === null ? [] : [agent], statuses),
    model: request.model,
    timeoutMs: request.timeoutMs > 0 ? request.timeoutMs : own,
    maxCommands: request.maxCommands,
  };
}

/** Who may do without a sandbox: whom the settings name, and the writer of patches where they say so. */
const accessOf = (settings: Settings, { id }: Pick<AgentInfo, 'id'>): LoopOptions['fullAccess'] => [
  ...settings['mam.agents.fullAccess'],
  ...(settings['mam.patch.sandbox'] === 'danger-full-access' ? [id] : []),
];

function taskOf(request: PatchRequest, state: State, role: Role | undefined): Task | Problem {
  const unfinished = newestFirst(state).find((run) => run.phase !== 'ended')?.task.id;
  const id = request.task ?? unfinished ?? state.sessions[role?.session ?? '']?.task ?? null;
  if (id === null)
    return problem('patch.noTask', 'There is no work under way that could be meant. Name the task with --task.');
  return (
    state.queue.tasks.find((task) => task.id === id) ??
    problem('patch.taskUnknown', '{task} is not in the queue. Check the id.', { task: id })
  );
}

/** The agent that was asked for, else the one of the settings, else whom the mix takes of those that may write. */
function agentFor(request: PatchRequest, role: Role, topology: Topology, deps: PatchDeps): AgentInfo | Problem {
  const all = deps.agents.list();
  const wish = seatWishes(topology, deps.settings['mam.agents'])[role.session];
  const candidates = mixCandidates(deps);
  const able = candidates.filter((agent) => whyNotWriter(agent, accessOf(deps.settings, agent)).length === 0);
  const auto = { [role.session]: (able.length > 0 ? able : candidates).map(({ id }) => id) };
  const id =
    request.agent ??
    (wish === undefined || wish === autoAgent
      ? chooseSeats(deps.state, { topology, auto }, deps.state.updatedAt)[role.session]
      : wish);
  return (
    all.find((agent) => agent.id === id) ??
    problem('agent.unknown', 'There is no agent {agent}. Known are: {known}.', {
      agent: id ?? autoAgent,
      known: all.map((agent) => agent.id).join(', '),
    })
  );
}

const whyNotWriter = (
  { id, name, sandboxedWrite, person }: AgentInfo,
  fullAccess: readonly string[],
): readonly Problem[] => {
  if (person === true)
    return [
      problem('runner.person', '{agent} is no program that could be run. Choose another agent for these lanes.', {
        agent: name,
      }),
    ];
  if (sandboxedWrite || fullAccess.includes(id)) return [];
  return [
    problem(
      'patch.needsFullAccess',
      '{agent} has no sandbox that keeps it inside its worktree. Set mam.patch.sandbox (ACTIVE_PATCH_SANDBOX) to danger-full-access to let it write patches anyway, or choose another with --write-agent.',
      { agent: name },
    ),
  ];
};

function modelFor(request: PatchRequest, role: Role, agent: AgentInfo, deps: PatchDeps): ModelChoice | Problem {
  const { settings, modelWishes, statuses } = deps;
  const status = statuses[agent.id];
  const version = status?.kind === 'ready' ? status.version : null;
  const sources = modelSources(settings, modelWishes);
  const isOwn = request.model !== null && ownersOf(request.model, deps.agents.list()).includes(agent.id);
  const rows = sources.settings[agent.id];
  const own: ModelWishes =
    isOwn && request.model !== null
      ? { [agent.id]: { ...rows, [role.session]: { ...rows?.[role.session], model: request.model } } }
      : {};
  const seat = { role, access: 'write', agent, version } as const;
  const choice = chooseModel(seat, { ...sources, settings: { ...sources.settings, ...own } });
  return choice.ok ? choice.value : choice.error;
}

function claimsOf(task: Task, { state, settings }: PatchDeps): readonly string[] {
  const repaired = repairedRun(state, task.id);
  if (repaired) return repaired.claims;
  const claims = task.claims.length > 0 ? task.claims : (state.chosenClaims[task.id] ?? []);
  return claims.length === 0 && settings['mam.leases.openContextClaims'] ? wholeRepository : claims;
}

const noWriter = ({ id }: Topology): Problem =>
  problem('patch.noImplementer', 'Nobody of the team {topology} writes. Choose another in mam.topology.', {
    topology: id,
  });

const noAssignment = ({ session }: Role): Problem =>
  problem(
    'patch.assignmentMissing',
    'There is no assignment for {session}. Write {session}.md, or leave --assignments-dir out.',
    { session },
  );

const noClaims = ({ id }: Task): Problem =>
  problem(
    'patch.noClaims',
    '{task} claims no file, so the lane could change none. Name its files in the queue, or allow open claims with mam.leases.openContextClaims.',
    { task: id },
  );
