import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { auditedByRule } from '../../core/batch/audit.ts';
import type { BatchLane, BatchSeat } from '../../core/batch/types.ts';
import { chooseModel } from '../../core/model/choose.ts';
import { ownersOf } from '../../core/model/owners.ts';
import type { ModelWishes } from '../../core/model/types.ts';
import { chooseSeats } from '../../core/mix/chooseSeats.ts';
import { autoAgent, namedAgents, seatAgents } from '../../core/session/seats.ts';
import type { State } from '../../core/state.ts';
import type { Role, Topology } from '../../core/topology/types.ts';
import type { Settings } from '../../protocol/settings.ts';
import { modelSources } from '../laneModels.ts';
import { isUsual, mayRead, readerNeedsFullAccess, secondLooks } from '../agentFitness.ts';
import { unknownAgent } from '../loopOptions.ts';
import type { AgentInfo, Agents, AgentStatus } from '../ports/agents.ts';
import type { BatchRequest } from './request.ts';

export interface StaffDeps {
  readonly state: State;
  readonly settings: Settings;
  readonly modelWishes: ModelWishes;
  readonly agents: Pick<Agents, 'list' | 'command'>;
  /** How each agent stands that was asked; one that was not counts as ready. */
  readonly statuses: Readonly<Record<string, AgentStatus>>;
}

type Request = Pick<BatchRequest, 'agent' | 'model' | 'dual' | 'sandbox' | 'assignments'>;

/**
 * Who works in each seat, with what, and by which command. The command is the one that the lane is started with, as seen
 * from its own checkout; its last message is named where people can read it.
 */
export function staffSeats(
  roles: readonly Role[],
  topology: Topology,
  request: Request,
  deps: StaffDeps,
): Result<readonly BatchSeat[], Problem> {
  const stranger = request.agent === null ? null : unknownAgent([request.agent], deps.agents.list());
  if (stranger) return err(stranger);
  const candidates = mixCandidates(deps);
  const seconds = secondLooks(candidates);
  const assigned = request.agent === null ? byMix(topology, candidates, deps) : {};
  const seats: BatchSeat[] = [];
  for (const role of roles) {
    const first = request.agent ?? assigned[role.session] ?? candidates[0]?.id ?? '';
    // Nobody waits for the verdict of a seat that blocks nothing, so there is none for a second one to look at.
    const second = request.dual && role.shipGate === 'blocking' ? (seconds[first] ?? null) : null;
    const lanes: BatchLane[] = [];
    for (const agent of role.session === auditedByRule ? [] : [first, ...(second === null ? [] : [second])]) {
      const lane = laneOf(role, agent, request, deps);
      if (!lane.ok) return lane;
      lanes.push(lane.value);
    }
    const command = commandOf(role, lanes[0], request, deps);
    if (!command.ok) return command;
    seats.push({
      session: role.session,
      role: role.name,
      shipGate: role.shipGate,
      focus: role.focus,
      lanes,
      command: command.value,
      assignment: request.assignments?.[role.session] ?? null,
    });
  }
  return ok(seats);
}

/** Whom seats may be given to that no person chose an agent for: what is not known to be missing or signed out. */
export function mixCandidates({ agents, settings, statuses }: Pick<StaffDeps, 'agents' | 'settings' | 'statuses'>) {
  const named = namedAgents(settings['mam.agents']);
  const all = agents.list().filter((agent) => isUsual(agent) || named.includes(agent.id));
  const ready = all.filter((agent) => (statuses[agent.id]?.kind ?? 'ready') === 'ready');
  return ready.length > 0 ? ready : all;
}

/** The seats as the settings have them, and by the mix where they say nothing. */
function byMix(
  topology: Topology,
  candidates: readonly AgentInfo[],
  { state, settings }: StaffDeps,
): Readonly<Record<string, string>> {
  const wishes = { '*': autoAgent, ...settings['mam.agents'] };
  const { agents, auto } = seatAgents(topology, candidates, wishes, settings['mam.agents.fullAccess']);
  return { ...agents, ...chooseSeats(state, { topology, auto }, state.updatedAt) };
}

function laneOf(role: Role, id: string, { model }: Request, deps: StaffDeps): Result<BatchLane, Problem> {
  const all = deps.agents.list();
  const agent = all.find((one) => one.id === id);
  if (agent && !mayRead(agent, deps.settings['mam.agents.fullAccess'])) return err(readerNeedsFullAccess(agent));
  if (agent?.person === true)
    return err(
      problem('runner.person', '{agent} is no program that could be run. Choose another agent for these lanes.', {
        agent: agent.name,
      }),
    );
  if (!agent) return ok({ agent: id, model: null, effort: null });
  const own = model !== null && ownersOf(model, all).includes(id) ? model : null;
  const asked = own === null ? {} : { [id]: { [role.session]: { model: own } } };
  const sources = modelSources(deps.settings, deps.modelWishes);
  const status = deps.statuses[id];
  const version = status?.kind === 'ready' ? status.version : null;
  const seat = { role, access: 'read', agent, version } as const;
  const choice = chooseModel(seat, own === null ? sources : { ...sources, settings: merged(sources.settings, asked) });
  return choice.ok ? ok({ agent: id, ...choice.value }) : choice;
}

/** What is asked for here, over what the settings say of the same seat. */
function merged(settings: ModelWishes, asked: ModelWishes): ModelWishes {
  const all = new Set([...Object.keys(settings), ...Object.keys(asked)]);
  return Object.fromEntries(
    [...all].map((agent) => {
      const rows = { ...settings[agent] };
      for (const [session, wish] of Object.entries(asked[agent] ?? {})) rows[session] = { ...rows[session], ...wish };
      return [agent, rows];
    }),
  );
}

function commandOf(
  role: Role,
  lane: BatchLane | undefined,
  { sandbox }: Request,
  { agents, settings }: StaffDeps,
): Result<readonly string[], Problem> {
  if (!lane) return ok([]);
  return agents.command({
    ...lane,
    access: 'read',
    cwd: '.',
    folder: `reports/agent_loop/active/codex_runs/${role.session}`,
    fullAccess: settings['mam.agents.fullAccess'].includes(lane.agent),
    mayRun: sandbox === 'workspace-write',
  });
}
