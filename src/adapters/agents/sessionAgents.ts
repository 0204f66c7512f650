import { randomUUID } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { problem, type Problem } from '../../base/problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { LaunchWish, SessionAgents } from '../../app/ports/sessionAgents.ts';
import type { Agent, SessionWays } from './agent.ts';
import { agentEnvironment } from './agentEnvironment.ts';
import { missingParams, unknownAgent, type AgentRegistry } from './registry.ts';
import { screenVariables } from './screenVariables.ts';

export interface SessionAgentsOptions {
  readonly registry: AgentRegistry;
  /** The host's environment, of which a session gets what a lane of the agent would get, and what a screen needs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the `mam` command. */
  readonly bin: string;
}

/** Tells how agents are started as sessions. */
export function createSessionAgents({ registry, env: host, bin }: SessionAgentsOptions): SessionAgents {
  const find = (id: string): Result<{ readonly agent: Agent; readonly ways: SessionWays }, Problem> => {
    const agent = registry.find(id);
    if (agent === null) return err(unknownAgent(id, registry));
    const ways = waysOf(agent);
    return ways === null ? err(noSession(agent)) : ok({ agent, ways });
  };

  return {
    newConversation(id, terminal) {
      const found = find(id);
      if (!found.ok) return found;
      const { agent, ways } = found.value;
      if (!terminal && !ways.screenless) return err(needsScreen(agent));
      return ok(ways.choosesId ? randomUUID() : null);
    },
    async launch(wish) {
      const found = find(wish.agent);
      if (!found.ok) return found;
      const { agent, ways } = found.value;
      if (!wish.terminal && !ways.screenless) return err(needsScreen(agent));
      const shown = Object.fromEntries(
        screenVariables.flatMap((name) => (host[name] === undefined ? [] : [[name, host[name]]])),
      );
      const added = { ...shown, ...ways.env, ...wish.env };
      const located = await registry.locate(
        agent,
        agentEnvironment(agent, registry.allowsAnySignIn(agent), host, added),
      );
      const { program } = located;
      if (program === null)
        return err(
          problem(
            'agent.missing',
            '{agent} was not found: {names} is in no folder of the PATH {path}. Install its CLI, set its path in the settings, or choose another agent.',
            missingParams(agent, located),
          ),
        );
      // They are lines for the `sh` of the system, which native Windows has not.
      const hooks =
        process.platform === 'win32'
          ? undefined
          : agent.signs?.hooks?.launch({ program: join(bin, 'mam-hook'), env: located.env });
      const hooked = { ...located.env, ...hooks?.env };
      const tools = agent.tools?.({ program: join(bin, 'mam'), env: hooked });
      const isNew = wish.conversation !== null && (await ways.hasBegun?.(wish.conversation, located.env)) === false;
      if (isNew && wish.resume && wish.spoken) return err(conversationGone(agent, wish.conversation ?? ''));
      const args = argsOf(agent, ways, isNew ? { ...wish, resume: false } : wish, [
        ...(tools?.args ?? []),
        ...(hooks?.args ?? []),
      ]);
      if (!args.ok) return args;
      const env = { ...hooked, ...tools?.env };
      const path = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
      return ok({
        argv: [...program, ...args.value],
        env: {
          TERM: 'xterm-256color',
          COLORTERM: 'truecolor',
          ...env,
          // In front of whatever else is found there.
          [path]: [bin, env[path] ?? ''].join(delimiter),
        },
      });
    },
  };
}

/** An agent that only has a screen of its own can be talked with, but no conversation of it is found again. */
function waysOf({ session, screen }: Agent): SessionWays | null {
  if (session) return session;
  return screen ? { choosesId: false, screenless: false, start: () => screen, resume: null } : null;
}

function argsOf(
  agent: Agent,
  ways: SessionWays,
  { conversation, resume }: LaunchWish,
  hooks: readonly string[],
): Result<readonly string[], Problem> {
  if (!resume) return ok(ways.start(conversation, hooks));
  if (ways.resume !== null && conversation !== null) return ok(ways.resume(conversation, hooks));
  return err(
    ways.resume === null
      ? problem('session.noResume', '{agent} can’t go on with an earlier conversation. Start a new session instead.', {
          agent: agent.name,
        })
      : problem(
          'session.noConversation',
          'The id of the conversation with {agent} was never learned, so it can’t be gone on with. Start a new session instead.',
          { agent: agent.name },
        ),
  );
}

const conversationGone = (agent: Agent, conversation: string): Problem =>
  problem(
    'session.conversationGone',
    '{agent} no longer has the conversation {conversation} where it keeps them. Bring it back from a copy, or take this session off the list and start a new one.',
    { agent: agent.name, conversation },
  );

const noSession = (agent: Agent): Problem =>
  problem(
    'session.noCommand',
    'No session of {agent} can be started: MAM knows no way to talk with it. Choose another agent.',
    {
      agent: agent.name,
    },
  );

const needsScreen = (agent: Agent): Problem =>
  problem('session.needsScreen', '{agent} needs a screen. Start its session in tmux, herdr or the editor instead.', {
    agent: agent.name,
  });
