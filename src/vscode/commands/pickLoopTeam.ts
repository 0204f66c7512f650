import { window } from 'vscode';
import type { AgentInfo } from '../../app/ports/agents.ts';
import { t } from '../translate.ts';
import type { CommandDeps } from './deps.ts';
import { usableAgents } from './usableAgents.ts';

const item = ({ id, name }: AgentInfo) => ({ label: name, description: id, id });

/** Who writes and who reviews; undefined when the person turned away. */
export const pickLoopTeam = async (
  deps: Pick<CommandDeps, 'app'>,
): Promise<{ readonly creator: string; readonly reviewers: readonly string[] } | undefined> => {
  const usable = await usableAgents(deps);
  if (usable.length < 2) {
    void window.showInformationMessage(
      t('A loop needs two agents that are ready: one writes, another reviews. mam doctor says what is missing.'),
    );
    return undefined;
  }
  const creator = await window.showQuickPick(usable.map(item), {
    title: t('Who writes?'),
    placeHolder: t('mends what the reviewers find, too'),
  });
  if (creator === undefined) return undefined;
  const others = usable.filter(({ id }) => id !== creator.id).map((one) => ({ ...item(one), picked: true }));
  const reviewers = await window.showQuickPick(others, {
    title: t('Who reviews? All of them have to pass it.'),
    canPickMany: true,
  });
  if (reviewers === undefined || reviewers.length === 0) return undefined;
  return { creator: creator.id, reviewers: reviewers.map(({ id }) => id) };
};
