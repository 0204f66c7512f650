import { portRange } from './worktree/portRange.ts';
import { problem, type Problem } from '../base/problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { LoopSteps } from '../core/loop/options.ts';
import type { LoopSource } from '../core/loop/source.ts';
import type { LoopOptions } from '../core/loop/types.ts';
import { namedAgents, seatAgents, seatWishes } from '../core/session/seats.ts';
import type { GivenTask } from '../core/task/given.ts';
import { writerRole } from '../core/topology/roles.ts';
import type { Topology } from '../core/topology/types.ts';
import { topologyOf, type Settings } from '../protocol/settings.ts';
import type { ModelWishes } from '../core/model/types.ts';
import { laneModels, modelSources, type Staff } from './laneModels.ts';
import { autotuneTerms } from './autotuneTerms.ts';
import { loopPool } from './loopPool.ts';
import { loopSeats, loopSteps, namedSteps } from './loopSteps.ts';
import { isUsual, mayRead, readerNeedsFullAccess, secondLooks } from './agentFitness.ts';
import type { Places } from './places.ts';
import type { AgentInfo, Agents, AgentStatus } from './ports/agents.ts';

/** What a person chooses when starting a loop. What is left out comes from the settings. */
export interface StartRequest {
  /** Ids to run, in order; null takes the best of the queue. */
  readonly tasks: readonly string[] | null;
  /** How many tasks at most; null runs to the end of the queue. */
  readonly limit: number | null;
  /** The agents that may be used; null means every one that is installed and signed in, the rehearsal agent never among them. */
  readonly only: readonly string[] | null;
  /** The settings seat nobody. */
  readonly ignoresSeats?: true;
  /** Agent for each role session, over the settings. */
  readonly agents: Readonly<Record<string, string>>;
  /** Claims for tasks that name none. */
  readonly claims: Readonly<Record<string, readonly string[]>>;
  /** Steps of this loop, over the settings. */
  readonly steps?: Partial<LoopSteps>;
  /** Argument vectors allowed for this loop, beside the settings. */
  readonly allowedChecks: readonly (readonly string[])[];
  /** The team, over the settings. */
  readonly topology?: Topology;
  /** Rounds at most, over the settings. */
  readonly maxRounds?: number;
  /** The checkout that the work is in. */
  readonly source?: LoopSource;
  /** What is to be done, where no entry of the queue says it. */
  readonly given?: GivenTask;
  /** How many tasks at once, over the settings. */
  readonly pool?: number;
  /** Tasks that are to be completed; any number where it is missing. */
  readonly target?: number;
  /** Whether the reports that its gate opens on are put where people keep them. */
  readonly promotes?: boolean;
}

const minute = 60_000;

/** Fixes everything a loop needs before it starts, or says which agent is missing and how to get it. */
export async function createLoopOptions(
  request: StartRequest,
  settings: Settings,
  agents: Agents,
  places: Places,
  /** What the environment says of models. */
  environment: ModelWishes,
): Promise<Result<LoopOptions, Problem>> {
  const found = request.topology ? ok(request.topology) : topologyOf(settings);
  if (!found.ok) return found;
  const steps = loopSteps(settings, request.steps);
  const topology = loopSeats(found.value, settings, steps);
  const chosen = seatWishes(topology, { ...(request.ignoresSeats ? {} : settings['mam.agents']), ...request.agents });
  const ready = await readyAgents(agents, request.only, namedAgents(chosen));
  if (!ready.ok) return ready;
  const fullAccess = settings['mam.agents.fullAccess'];
  const { agents: assigned, auto } = seatAgents(
    topology,
    // Who was named for one seat alone gets no other one.
    ready.value.map(({ agent }) => agent).filter(({ id }) => request.only?.includes(id) ?? true),
    chosen,
    fullAccess,
  );
  const loose = ready.value.find(
    ({ agent }) => !mayRead(agent, fullAccess) && Object.values(assigned).includes(agent.id),
  );
  if (loose) return err(readerNeedsFullAccess(loose.agent));
  const writer = agents.list().find((agent) => agent.id === assigned[writerRole(topology)?.session ?? '']);
  if (writer && !writer.sandboxedWrite && !fullAccess.includes(writer.id))
    return err(
      problem(
        'agent.needsFullAccess',
        '{agent} has no sandbox that keeps it inside its worktree. Add it to mam.agents.fullAccess to let it write anyway, or choose another writer.',
        { agent: writer.name },
      ),
    );
  const own = ownReview(topology, writer, assigned);
  if (own) return err(own);
  const seconds = settings['mam.review.dualLane']
    ? secondLooks(ready.value.map(({ agent }) => agent).filter((agent) => mayRead(agent, fullAccess)))
    : {};
  const models = laneModels(
    topology,
    (session) =>
      ready.value.filter(
        ({ agent }) =>
          agent.id === assigned[session] ||
          auto[session]?.includes(agent.id) ||
          Object.values(seconds).includes(agent.id),
      ),
    modelSources(settings, environment),
  );
  if (!models.ok) return models;
  const people = ready.value.flatMap(({ agent }) => (agent.person === true ? [agent.id] : []));
  return ok({
    topology,
    agents: assigned,
    families: familiesOf(ready.value.map(({ agent }) => agent)),
    ...(Object.keys(auto).length > 0 ? { auto } : {}),
    models: models.value,
    fullAccess,
    ...(people.length === 0 ? {} : { people }),
    ...(Object.keys(seconds).length > 0 ? { seconds } : {}),
    ...(settings['mam.review.mayRunChecks'] ? { reviewersMayRun: true } : {}),
    tasks: request.tasks,
    limit: request.limit,
    ...loopPool(request, settings),
    ...autotuneTerms(settings, models.value, ready.value),
    maxRounds: request.maxRounds ?? settings['mam.loop.maxRounds'],
    ...namedSteps(steps),
    laneTimeoutMs: settings['mam.lanes.timeoutMinutes'] * minute,
    checkTimeoutMs: settings['mam.lanes.timeoutMinutes'] * minute,
    leaseTtlMs: settings['mam.leases.ttlMinutes'] * minute,
    contextPaths: settings['mam.leases.contextPaths'],
    ...(settings['mam.leases.openContextClaims'] ? { openContextClaims: true } : {}),
    setUp: {
      links: settings['mam.worktrees.links'],
      commands: settings['mam.worktrees.setUp'],
      timeoutMs: settings['mam.worktrees.setUpMinutes'] * minute,
    },
    allowedChecks: [...settings['mam.checks.allowed'], ...request.allowedChecks],
    // Who says in words of their own what is to be done is told who judges it; only a queue is held to its checks.
    checksRequired: settings['mam.checks.required'] && request.given === undefined,
    loadBearing: settings['mam.loadBearing'],
    worktreesRoot: worktreesFolder(settings, places.controlRoot),
    portRange: portRange(settings),
    ...(request.source ? { source: request.source } : {}),
    ...(request.promotes ? { promotes: true } : {}),
  });
}

/** What rehearses has no model, and so no blind spots to share. */
export const familiesOf = (agents: readonly AgentInfo[]): Readonly<Record<string, string>> =>
  Object.fromEntries(agents.filter(({ embedded }) => !embedded).map(({ id, family }) => [id, family]));

/** Absolute folder in which worktrees are made. */
export function worktreesFolder(settings: Settings, controlRoot: string): string {
  const root = settings['mam.worktrees.root'];
  return isAbsolute(root) ? root : `${controlRoot}/${root}`;
}

/** Why a person who writes can't sit in a reviewer's seat; null where nobody would judge their own work. */
function ownReview(
  topology: Topology,
  writer: AgentInfo | undefined,
  agents: Readonly<Record<string, string>>,
): Problem | null {
  if (writer?.person !== true) return null;
  const own = topology.roles.find((role) => role.required !== 'never' && agents[role.session] === writer.id);
  return own === undefined
    ? null
    : problem(
        'review.ownWork',
        '{agent} writes, so it can’t review its own work as {role}. Choose another agent for one of both seats.',
        {
          agent: writer.name,
          role: own.name,
        },
      );
}

const isAbsolute = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);

/** The first name that no agent has, as a problem; null for none. */
export function unknownAgent(ids: readonly string[], known: readonly AgentInfo[]): Problem | null {
  const stranger = ids.find((id) => !known.some((agent) => agent.id === id));
  return stranger === undefined
    ? null
    : problem('agent.unknown', 'There is no agent {agent}. Known are: {known}.', {
        agent: stranger,
        known: known.map((agent) => agent.id).join(', '),
      });
}

async function readyAgents(
  agents: Agents,
  only: readonly string[] | null,
  chosen: readonly string[],
): Promise<Result<readonly (Staff & { readonly agent: AgentInfo })[], Problem>> {
  const known = agents.list();
  const stranger = unknownAgent([...(only ?? []), ...chosen], known);
  if (stranger) return err(stranger);
  const candidates = known.filter(
    (agent) => chosen.includes(agent.id) || (only ? only.includes(agent.id) : isUsual(agent)),
  );
  const probed = await Promise.all(candidates.map(async (agent) => ({ agent, status: await agents.probe(agent.id) })));
  const unready = probed.flatMap(({ agent, status }) => (status.kind === 'ready' ? [] : [{ agent, status }]));
  // An agent that was asked for by name must be there; of those that were only looked for, the ready ones do.
  const named = unready.find(({ agent }) => only?.includes(agent.id) || chosen.includes(agent.id));
  if (named) return err(named.status.problem);
  const ready = probed.flatMap(({ agent, status }) =>
    status.kind === 'ready' ? [{ agent, version: status.version }] : [],
  );
  if (ready.length > 0) return ok(ready);
  return err(noneReady(unready));
}

interface Unready {
  readonly agent: AgentInfo;
  readonly status: Exclude<AgentStatus, { readonly kind: 'ready' }>;
}

/** Every agent that was looked for, with its reason: whoever has none of them must not mend one to learn of the next. */
function noneReady(unready: readonly Unready[]): Problem {
  const named = (ones: readonly Unready[], hint: string): string =>
    ones.map(({ agent, status }) => phraseOf(agent.name, status.problem.params[hint])).join(', ');
  const missing = named(
    unready.filter(({ status }) => status.kind === 'missing'),
    'names',
  );
  const others = named(
    unready.filter(({ status }) => status.kind !== 'missing'),
    'command',
  );
  if (others === '' && missing === '')
    return problem('agent.none', 'No coding agent is ready. Try the loop with `--agents rehearsal`.');
  if (others === '')
    return problem(
      'agent.none',
      'No coding agent is ready. Not on the PATH: {missing}. Install one, or try the loop with `--agents rehearsal`.',
      { missing },
    );
  if (missing === '')
    return problem(
      'agent.none',
      'No coding agent is ready. Installed, but not signed in or not usable: {others}. Mend one (`mam doctor` says more), or try the loop with `--agents rehearsal`.',
      { others },
    );
  return problem(
    'agent.none',
    'No coding agent is ready. Installed, but not signed in or not usable: {others}. Not on the PATH: {missing}. Mend one (`mam doctor` says more), or try the loop with `--agents rehearsal`.',
    { others, missing },
  );
}

const phraseOf = (name: string, hint: string | number | undefined): string =>
  hint === undefined ? name : `${name} (${hint})`;
