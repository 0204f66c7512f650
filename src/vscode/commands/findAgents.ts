import { commands, env, window, type QuickPickItem } from 'vscode';
import { agentRows, type AgentRow } from '../../app/views/agentRows.ts';
import { commandId } from '../ids.ts';
import { t } from '../translate.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { probeAgents } from './usableAgents.ts';

interface Choice extends QuickPickItem {
  readonly row: AgentRow | null;
}

/** A terminal with the command typed in it: the person looks at it and presses Enter. */
const typeCommand = async (command: string, cwd: string): Promise<void> => {
  await env.clipboard.writeText(command);
  const terminal = window.createTerminal({ name: t('Sign in'), cwd });
  terminal.show();
  terminal.sendText(command, false);
};

/** Shows which agents are there, and what each still needs. */
export const createFindAgents =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    const choices = probeAgents(deps).then((probed): readonly Choice[] => [
      ...agentRows(t, probed).map((row) => ({
        label: `$(${row.icon}) ${row.name}`,
        description: row.words,
        row,
      })),
      { label: `$(beaker) ${t('Try It on a Sample')}`, description: t('needs no agent and no account'), row: null },
    ]);
    const chosen = await window.showQuickPick(choices, {
      title: t('Agents on this machine'),
      placeHolder: t('Enter on one that is missing something leads to it'),
      matchOnDescription: true,
    });
    if (chosen === undefined) return;
    if (chosen.row === null) await commands.executeCommand(commandId('trySample'));
    else if (chosen.row.command !== null) await typeCommand(chosen.row.command, deps.app.facts.controlRoot);
    else await commands.executeCommand('workbench.action.openSettings', 'mam.agents');
  };
