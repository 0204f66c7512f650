import { isUsual } from '../../app/agentFitness.ts';
import type { AgentInfo, AgentStatus } from '../../app/ports/agents.ts';
import { setContexts } from '../setContexts.ts';
import type { CommandDeps } from './deps.ts';

interface ProbedAgent {
  readonly agent: AgentInfo;
  readonly status: AgentStatus;
}

/** How every agent stands; looked up side by side, since each asks a program for its version. */
export const probeAgents = async ({ app }: Pick<CommandDeps, 'app'>): Promise<readonly ProbedAgent[]> => {
  const all = app.agents();
  const probed = await Promise.all(all.map(async (agent) => ({ agent, status: await app.probeAgent(agent.id) })));
  const isReady = probed.some(({ agent, status }) => status.kind === 'ready' && isUsual(agent));
  setContexts({ agents: isReady ? 'ready' : 'none' });
  return probed;
};

/** Agents whose program is there. */
export const usableAgents = async (deps: Pick<CommandDeps, 'app'>): Promise<readonly AgentInfo[]> =>
  (await probeAgents(deps)).filter(({ status }) => status.kind === 'ready').map(({ agent }) => agent);
