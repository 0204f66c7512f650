import { window } from 'vscode';
import type { AgentInfo } from '../../app/ports/agents.ts';
import { agentSeats, type StartChoice } from '../../app/views/startLoop.ts';
import { phrase } from '../../app/views/words.ts';
import { autoAgent } from '../../core/session/seats.ts';
import type { Topology } from '../../core/topology/types.ts';
import { t } from '../translate.ts';

const agentWord = (one: AgentInfo): string => {
  if (one.person === true) return t('you do it');
  if (one.unverified === true) return t('not verified with the real program');
  return one.sandboxedWrite ? t('keeps to its worktree') : '';
};

type Agents = StartChoice['agents'];

/** Role by role until the person says that it is enough; undefined when nothing could be chosen. */
export const pickAgents = async (
  { topology, usable }: { readonly topology: Topology; readonly usable: readonly AgentInfo[] },
  before: Agents,
): Promise<Agents | undefined> => {
  let agents = before;
  for (;;) {
    const done = { label: `$(check) ${t('Done')}`, description: '', session: null };
    const seats = agentSeats(topology).map((role) => ({
      label: t(role.name),
      description: agents[role.session] ?? t('nobody'),
      session: role.session,
    }));
    const seat = await window.showQuickPick([...seats, done], { title: t('Choose the agent of each role') });
    if (seat === undefined || seat.session === null) return agents;
    const { session } = seat;
    const agent = await window.showQuickPick(
      [
        ...usable.map((one) => ({
          label: one.name,
          description: phrase(one.id, agentWord(one)),
          id: one.id,
        })),
        { label: t('By the mix'), description: t('whoever did less of late, for each task anew'), id: autoAgent },
      ],
      { title: t('Agent for {role}', { role: seat.label }) },
    );
    if (agent !== undefined) agents = { ...agents, [session]: agent.id };
  }
};
