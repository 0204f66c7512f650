import { showProblem } from '../notify.ts';
import { t } from '../translate.ts';
import { confirmMany } from './confirmMany.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

/** Takes sessions that ended off the list; several after they were listed. */
export const createForgetSession =
  ({ app }: CommandDeps): CommandHandler =>
  async (...ids) => {
    const ended = ids.flatMap((id) => app.state.agentSessions[id] ?? []).filter((one) => one.ended !== null);
    const rows = ended.map(({ id, name, agent }) => ({
      id,
      label: name,
      description: t('goes off the list; the conversation stays with {agent}', { agent }),
    }));
    const chosen = ids.length > 1 ? await confirmMany(t('Forget {count} Sessions', { count: rows.length }), rows) : ids;
    for (const id of chosen) {
      const forgotten = await app.agentSessions.forget(id, editor);
      if (!forgotten.ok) void showProblem(forgotten.error);
    }
  };
