import type { AgentInfo } from '../../app/ports/agents.ts';
import type { CommandDeps } from './deps.ts';

/** Agents whose program is there; looked up side by side, since each asks a program for its version. */
export const usableAgents = async ({ app }: Pick<CommandDeps, 'app'>): Promise<readonly AgentInfo[]> => {
  const all = app.agents();
  const states = await Promise.all(all.map((agent) => app.probeAgent(agent.id)));
  return all.filter((_, index) => states[index]?.kind === 'ready');
};
