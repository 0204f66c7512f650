import { problem, type Problem } from '../../src/base/problem.ts';
import { ok, type Result } from '../../src/base/result.ts';
import type { AgentInfo, Agents, AgentStatus, LaneShape } from '../../src/app/ports/agents.ts';

/** The three agents that ship, as the real registry declares them. */
const shippedAgents: readonly AgentInfo[] = [
  {
    id: 'codex',
    name: 'Codex',
    family: 'openai',
    sandboxedWrite: true,
    embedded: false,
    efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
    ownReadEffort: true,
    models: [''],
  },
  {
    id: 'claude',
    name: 'Claude Code',
    family: 'anthropic',
    sandboxedWrite: false,
    embedded: false,
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    effortSince: '2.1.150',
    effortCap: 'high',
    models: ['claude-'],
  },
  {
    id: 'rehearsal',
    name: 'Rehearsal',
    family: 'rehearsal',
    sandboxedWrite: true,
    embedded: true,
    efforts: [],
    models: [],
  },
];

/** Agents whose state a test decides; every agent is ready unless said otherwise. */
export class FakeAgents implements Agents {
  readonly probed: string[] = [];
  readonly #agents: readonly AgentInfo[];
  readonly #status = new Map<string, AgentStatus>();

  constructor(agents: readonly AgentInfo[] = shippedAgents) {
    this.#agents = agents;
  }

  set(agent: string, status: AgentStatus): void {
    this.#status.set(agent, status);
  }

  list(): readonly AgentInfo[] {
    return this.#agents;
  }

  command({ agent }: LaneShape): Result<readonly string[], Problem> {
    return ok([agent, 'work']);
  }

  async probe(agent: string): Promise<AgentStatus> {
    this.probed.push(agent);
    if (!this.#agents.some((known) => known.id === agent))
      return {
        kind: 'missing',
        problem: problem('agent.unknown', 'There is no agent {agent}. Known are: {known}.', { agent, known: '-' }),
      };
    return this.#status.get(agent) ?? { kind: 'ready', version: '1.0.0' };
  }
}
