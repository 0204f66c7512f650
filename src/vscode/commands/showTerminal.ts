import { window } from 'vscode';
import { terminalStatus, type TerminalSession } from '../../app/views/terminals.ts';
import { folderName, phrase } from '../../app/views/words.ts';
import { t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { showTerminalProblem } from './launchTerminal.ts';

const pickSession = async ({ app, terminals }: CommandDeps): Promise<TerminalSession | undefined> => {
  const { all } = terminals;
  if (all.length === 0) {
    void window.showInformationMessage(t('No agent runs in a terminal. Open one with Launch Agent Terminal.'));
    return undefined;
  }
  if (all.length === 1) return all[0];
  const context = createViewContext(app);
  const items = all.map((session) => ({
    label: session.name,
    description: phrase(folderName(session.cwd), terminalStatus(context, session).text),
    session,
  }));
  return (await window.showQuickPick(items, { title: t('Which terminal?'), matchOnDescription: true }))?.session;
};

/** Brings an agent's terminal to the front; one that is gone is offered anew. */
export const createShowTerminal =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const { terminals } = deps;
    const session = id === undefined ? await pickSession(deps) : terminals.all.find((candidate) => candidate.id === id);
    if (session === undefined || terminals.reveal(session.id)) return;
    const params = { agent: session.name, folder: folderName(session.cwd) };
    if (terminalStatus(createViewContext(deps.app), session).kind === 'elsewhere') {
      void window.showInformationMessage(t('{agent} in {folder} is open in another window.', params));
      return;
    }
    const again = t('Open Again');
    const remove = t('Remove from List');
    const chosen = await window.showInformationMessage(
      t('The terminal of {agent} in {folder} is gone: it ended with its window, or was killed.', params),
      again,
      remove,
    );
    if (chosen === undefined) return;
    if (chosen === again) {
      const launched = await terminals.launch(session.agent, session.cwd);
      if (!launched.ok) return showTerminalProblem(launched.error);
    }
    await terminals.close(session.id);
  };
