import { ProgressLocation, window } from 'vscode';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickAgentSession } from './pickAgentSession.ts';

/** Ends the agent of a session; a person who would stop its job with it is asked. The conversation stays. */
export const createStopSession =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    const session = await pickAgentSession(
      app,
      id,
      ({ ended }) => ended === null,
      t('No agent session is open. Delegate Job opens one.'),
    );
    if (session === undefined) return;
    if (session.job !== null) {
      const stop = t('Stop');
      const chosen = await window.showWarningMessage(
        t('Stop {session}, which works on {job}?', { session: session.name, job: session.job }),
        {
          modal: true,
          detail: t('The job is interrupted. The conversation is kept, and Resume Session goes on with it.'),
        },
        stop,
      );
      if (chosen !== stop) return;
    }
    const stopped = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Stopping {session}…', { session: session.name }) },
      () => app.agentSessions.stop(session.id, editor),
    );
    if (!stopped.ok) void showProblem(stopped.error);
  };
