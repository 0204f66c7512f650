import { ProgressLocation, window } from 'vscode';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickAgentSession } from './pickAgentSession.ts';

/** Goes on with the conversation of a session that ended, in the folder that it belongs to. */
export const createResumeSession =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const session = await pickAgentSession(
      app,
      id,
      ({ ended }) => ended !== null && ended.how !== 'failed',
      t('No session has ended that could be gone on with.'),
    );
    if (session === undefined) return;
    const resumed = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Resuming {session}…', { session: session.name }) },
      () => app.agentSessions.resume({ session: session.id, cwd: null, controlPlane: null }, editor),
    );
    if (!resumed.ok) void showProblem(resumed.error);
  };
