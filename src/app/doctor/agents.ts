import type { Translate } from '../../base/problem.ts';
import type { App } from '../app.ts';
import { finding, saidBy, type Finding } from './finding.ts';

export async function agentFindings(t: Translate, app: App): Promise<readonly Finding[]> {
  const programs = app.agents().filter((agent) => agent.person !== true);
  const probed = await Promise.all(programs.map(async (agent) => ({ agent, status: await app.probeAgent(agent.id) })));
  const some = probed.some(({ agent, status }) => status.kind === 'ready' && !agent.embedded);
  return probed.flatMap(({ agent, status }) => {
    const what = t('Agent {name}', { name: agent.name });
    if (status.kind === 'ready') return [finding('ok', what, t('{version}, ready', { version: status.version }))];
    // Nobody has all of them: one that isn't there is told only where no other does its work.
    return status.kind === 'missing' && (some || agent.unverified === true)
      ? []
      : [finding('warn', what, saidBy(t, status.problem))];
  });
}
