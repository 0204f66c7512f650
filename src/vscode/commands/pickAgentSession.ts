import { window } from 'vscode';
import { statusOf } from '../../core/agentSession/status.ts';
import type { AgentSession } from '../../core/agentSession/types.ts';
import type { App } from '../../app/app.ts';
import { sessionWords } from '../../app/views/sessionWords.ts';
import { folderName, phrase } from '../../app/views/words.ts';
import { t } from '../translate.ts';
import { createViewContext } from '../viewContext.ts';

/** How a session stands, for a list to choose from. */
export const describeSession = (app: App, session: AgentSession): string => {
  const context = createViewContext(app);
  const { text } = sessionWords(context, session, statusOf(app.state, session, context.now()));
  return phrase(session.agent, text, folderName(session.cwd));
};

/** The session of this id, else the only one that fits, else the one that a person picks. `none` says that none fits. */
export const pickAgentSession = async (
  app: App,
  id: string | undefined,
  fits: (session: AgentSession) => boolean,
  none: string,
): Promise<AgentSession | undefined> => {
  const { agentSessions } = app.state;
  if (id !== undefined && agentSessions[id]) return agentSessions[id];
  const all = Object.values(agentSessions).filter(fits);
  if (all.length === 0) {
    void window.showInformationMessage(none);
    return undefined;
  }
  if (all.length === 1) return all[0];
  const items = all.map((session) => ({ label: session.name, description: describeSession(app, session), session }));
  return (await window.showQuickPick(items, { title: t('Which session?'), matchOnDescription: true }))?.session;
};
