import { showProblem } from '../notify.ts';
import { editor, type CommandDeps, type CommandHandler } from './deps.ts';

/** Takes a session that ended off the list. */
export const createForgetSession =
  ({ app }: CommandDeps): CommandHandler =>
  async (id) => {
    if (id === undefined) return;
    const forgotten = await app.agentSessions.forget(id, editor);
    if (!forgotten.ok) void showProblem(forgotten.error);
  };
