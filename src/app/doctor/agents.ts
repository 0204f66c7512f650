import type { Translate } from '../../base/problem.ts';
import type { App } from '../app.ts';
import type { AgentInfo, AgentStatus } from '../ports/agents.ts';
import { finding, saidBy, type Finding } from './finding.ts';

type Agent = Pick<AgentInfo, 'id' | 'name' | 'person' | 'embedded' | 'unverified'>;

interface Agents extends Pick<App, 'probeAgent'> {
  readonly agents: () => readonly Agent[];
}

/** What a person runs to sign in, as the agent's own problem names it: plain words, without quotes. */
const signInOf = (status: AgentStatus): readonly string[] | null => {
  const command = status.kind === 'signed-out' ? status.problem.params?.['command'] : undefined;
  return typeof command === 'string' ? command.split(' ') : null;
};

export async function agentFindings(t: Translate, app: Agents): Promise<readonly Finding[]> {
  const programs = app.agents().filter((agent) => agent.person !== true);
  const probed = await Promise.all(programs.map(async (agent) => ({ agent, status: await app.probeAgent(agent.id) })));
  const some = probed.some(({ agent, status }) => status.kind === 'ready' && !agent.embedded);
  return probed.flatMap(({ agent, status }) => {
    const what = t('Agent {name}', { name: agent.name });
    if (status.kind === 'ready') return [finding('ok', what, t('{version}, ready', { version: status.version }))];
    // Nobody has all of them: one that isn't there is told only where no other does its work.
    return status.kind === 'missing' && (some || agent.unverified === true)
      ? []
      : [finding('warn', what, saidBy(t, status.problem), signInOf(status))];
  });
}
