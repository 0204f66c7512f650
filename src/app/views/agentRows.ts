import type { Translate } from '../../base/problem.ts';
import { isUsual } from '../agentFitness.ts';
import type { AgentInfo, AgentStatus } from '../ports/agents.ts';

/** How an agent stands on this machine. */
export interface AgentRow {
  readonly name: string;
  readonly icon: 'pass' | 'key' | 'circle-slash' | 'warning';
  readonly words: string;
  /** What a person runs to sign in, or null. */
  readonly command: string | null;
}

const rank: Readonly<Record<AgentStatus['kind'], number>> = { ready: 0, 'signed-out': 1, unusable: 2, missing: 3 };

const rowOf = (t: Translate, name: string, status: AgentStatus): AgentRow => {
  switch (status.kind) {
    case 'ready':
      return { name, icon: 'pass', words: t('{version}, ready', { version: status.version }), command: null };
    case 'signed-out': {
      const { text, params } = status.problem;
      const { command } = params;
      return { name, icon: 'key', words: t(text, params), command: typeof command === 'string' ? command : null };
    }
    case 'missing':
      return { name, icon: 'circle-slash', words: t('not installed'), command: null };
    case 'unusable':
      return { name, icon: 'warning', words: t(status.problem.text, status.problem.params), command: null };
  }
};

/** The agents that a person may have installed: those that can work first, then those that need the least. */
export const agentRows = (
  t: Translate,
  probed: readonly { readonly agent: AgentInfo; readonly status: AgentStatus }[],
): readonly AgentRow[] =>
  probed
    .filter(({ agent, status }) => isUsual(agent) || (status.kind === 'ready' && !agent.embedded && !agent.person))
    .toSorted((a, b) => rank[a.status.kind] - rank[b.status.kind])
    .map(({ agent, status }) => rowOf(t, agent.name, status));
