import { basename } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok } from '../../base/result.ts';
import type { Agents, AgentStatus } from '../../app/ports/agents.ts';
import { runProcess } from '../process/run.ts';
import { findOnPath, type FindProgram } from '../process/shellPath.ts';
import { laneFiles, type Agent, type ProbeRun, type Program } from './agent.ts';
import { claude } from './claude/claude.ts';
import { agy } from './agy/agy.ts';
import { cline } from './cline/cline.ts';
import { createCustom } from './custom/custom.ts';
import { grok } from './grok/grok.ts';
import { hermes } from './hermes/hermes.ts';
import { human } from './human/human.ts';
import type { CustomAgent } from '../../protocol/customAgents.ts';
import { codex } from './codex/codex.ts';
import { gemini } from './gemini/gemini.ts';
import { opencode } from './opencode/opencode.ts';
import { agentEnvironment } from './agentEnvironment.ts';
import { guardCommand } from './guardCommand.ts';
import { createRehearsal } from './rehearsal/rehearsal.ts';

export interface AgentRegistry {
  readonly all: readonly Agent[];
  find(id: string): Agent | null;
  /** The hook that agents call before a tool runs; null where it wasn't installed. */
  readonly guard: Program | null;
  /** The program of an agent: the path that a person set, else the one on the PATH; null when it isn't installed. */
  locate(agent: Agent, env: Readonly<Record<string, string>>): Promise<Located>;
  /** Whether a person lets it work with any sign-in. */
  allowsAnySignIn(agent: Agent): boolean;
}

/** A program, and the environment to run it in, whose PATH is where it was looked for. */
export interface Located {
  readonly program: Program | null;
  readonly env: Readonly<Record<string, string>>;
}

/** What is said of an agent whose program isn't there: the names, and where they were looked for. */
export const missingParams = ({ name, executables }: Agent, { env }: Located): Readonly<Record<string, string>> => ({
  agent: name,
  names: executables.join(', '),
  path: env['PATH'] ?? env['Path'] ?? '-',
});

export interface RegistryOptions {
  readonly rehearsalProgram: Program;
  readonly guardProgram?: Program;
  /** Path that a person set for an agent; empty or none looks on the PATH. */
  readonly chosenPath?: (agent: string) => string;
  /** Where programs are looked for; on the PATH unless said. */
  readonly find?: FindProgram;
  /** Commands that a person defined as agents. */
  readonly custom?: () => readonly CustomAgent[];
  /** The sign-in that a person asks of an agent; none means the agent's usual one. */
  readonly signIn?: (agent: string) => string | undefined;
}

/** All agents that there are. Adding one is a line here. */
export function createRegistry({
  rehearsalProgram,
  guardProgram,
  chosenPath = () => '',
  find = findOnPath,
  custom = () => [],
  signIn = () => undefined,
}: RegistryOptions): AgentRegistry {
  const shipped: readonly Agent[] = [
    codex,
    claude,
    gemini,
    opencode,
    grok,
    agy,
    hermes,
    cline,
    human,
    createRehearsal(rehearsalProgram),
  ];
  const ids = new Set(shipped.map(({ id }) => id));
  /** Settings change, and nothing that they name takes the place of an agent that MAM knows. */
  const all = (): readonly Agent[] => [
    ...shipped,
    ...custom()
      .filter(({ id }) => !ids.has(id))
      .map(createCustom),
  ];
  return {
    get all() {
      return all();
    },
    allowsAnySignIn: (agent) => agent.auth === undefined || signIn(agent.id) === 'any',
    guard: guardProgram ?? null,
    find: (id) => all().find((agent) => agent.id === id) ?? null,
    locate: async (agent, env) => {
      if (agent.embedded !== null) return { program: agent.embedded, env };
      const chosen = chosenPath(agent.id);
      const found = await find(chosen === '' ? agent.executables : [chosen], env);
      return { program: found.path === null ? null : [found.path], env: found.env };
    },
  };
}

/** The longest that a CLI may take to tell its version or its sign-in, in milliseconds. */
const probeMs = 30_000;

export const unknownAgent = (agent: string, { all }: Pick<AgentRegistry, 'all'>): Problem =>
  problem('agent.unknown', 'There is no agent {agent}. Known are: {known}.', {
    agent,
    known: all.map(({ id }) => id).join(', '),
  });

/** Tells which agents there are and whether each could work now. */
export function createAgents(options: {
  readonly registry: AgentRegistry;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}): Agents {
  return {
    list: () =>
      options.registry.all.map((agent) => {
        const {
          sandboxedWrite,
          person,
          unverified,
          looseReader,
          silentCommands,
          efforts,
          effortSince,
          effortCap,
          ownReadEffort,
          models,
        } = agent.capabilities;
        return {
          id: agent.id,
          name: agent.name,
          family: agent.family,
          sandboxedWrite,
          embedded: agent.embedded !== null,
          efforts,
          ...(person === undefined ? {} : { person }),
          ...(unverified === undefined ? {} : { unverified }),
          ...(looseReader === undefined ? {} : { looseReader }),
          ...(silentCommands === undefined ? {} : { silentCommands }),
          ...(effortSince === undefined ? {} : { effortSince }),
          ...(effortCap === undefined ? {} : { effortCap }),
          ...(ownReadEffort === undefined ? {} : { ownReadEffort }),
          models: models ?? [],
        };
      }),
    async probe(id): Promise<AgentStatus> {
      const agent = options.registry.find(id);
      if (agent === null)
        return {
          kind: 'missing',
          problem: unknownAgent(id, options.registry),
        };
      if (agent.capabilities.person === true) return { kind: 'ready', version: '-' };
      const anySignIn = options.registry.allowsAnySignIn(agent);
      const located = await options.registry.locate(agent, agentEnvironment(agent, anySignIn, options.env, {}));
      const { program, env } = located;
      if (program === null)
        return {
          kind: 'missing',
          problem: problem(
            'agent.missing',
            '{agent} was not found: {names} is in no folder of the PATH {path}. Install its CLI, set its path in the settings, or choose another agent.',
            missingParams(agent, located),
          ),
        };
      const run = async (args: readonly string[]): Promise<ProbeRun> => {
        const end = await runProcess({
          argv: [...program, ...args],
          cwd: options.cwd,
          env,
          timeoutMs: probeMs,
          maxBytes: 64 * 1024,
        });
        return {
          exitCode: end.stopped === null ? end.exitCode : null,
          timedOut: end.stopped === 'timeout',
          stdout: end.stdout.toString('utf8'),
          stderr: end.stderr.toString('utf8'),
        };
      };
      return agent.probe({ env, anySignIn, run });
    },
    command(lane) {
      const agent = options.registry.find(lane.agent);
      if (agent === null) return err(unknownAgent(lane.agent, options.registry));
      const spec = { ...lane, id: '', brief: '', timeoutMs: 0, env: {} };
      const made = agent.command(spec, laneFiles(lane.folder, guardCommand(options.registry.guard, spec)));
      if (!made.ok) return made;
      const program = agent.embedded?.map((word) => basename(word)) ?? agent.executables.slice(0, 1);
      return ok([...program, ...made.value.args]);
    },
  };
}
