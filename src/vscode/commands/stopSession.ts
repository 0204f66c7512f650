import { ProgressLocation, window } from 'vscode';
import type { AgentSession } from '../../core/agentSession/types.ts';
import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { confirmMany } from './confirmMany.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';
import { pickAgentSession } from './pickAgentSession.ts';

const mayStop = async ({ name, job }: AgentSession): Promise<boolean> => {
  if (job === null) return true;
  const stop = t('Stop');
  const chosen = await window.showWarningMessage(
    t('Stop {session}, which works on {job}?', { session: name, job }),
    {
      modal: true,
      detail: t('The job is interrupted. The conversation is kept, and Resume Session goes on with it.'),
    },
    stop,
  );
  return chosen === stop;
};

const chooseMany = async (live: readonly AgentSession[]): Promise<readonly AgentSession[]> => {
  const rows = live.map(({ id, name, job }) => ({
    id,
    label: name,
    description:
      job === null
        ? t('its conversation is kept')
        : t('its job {job} is interrupted, its conversation is kept', { job }),
  }));
  const chosen = await confirmMany(t('Stop {count} Sessions', { count: live.length }), rows);
  return live.filter(({ id }) => chosen.includes(id));
};

/** Ends the agents of sessions; a person who would stop a job with one is asked. Conversations stay. */
export const createStopSession = ({ app }: CommandDeps): CommandHandler => {
  const stop = async ({ id, name }: AgentSession): Promise<void> => {
    const stopped = await window.withProgress(
      { location: ProgressLocation.Notification, title: t('Stopping {session}…', { session: name }) },
      () => app.agentSessions.stop(id, editor),
    );
    if (!stopped.ok) void showProblem(stopped.error);
  };
  return async (id, ...others) => {
    if (others.length > 0) {
      const live = [id ?? '', ...others]
        .flatMap((one) => app.state.agentSessions[one] ?? [])
        .filter((one) => !one.ended);
      for (const session of await chooseMany(live)) await stop(session);
      return;
    }
    const session = await pickAgentSession(
      app,
      id,
      ({ ended }) => ended === null,
      t('No agent session is open. Delegate Job opens one.'),
    );
    if (session !== undefined && (await mayStop(session))) await stop(session);
  };
};
