import type { Command } from '../../core/command.ts';
import { showProblem } from '../notify.ts';
import { editor, type CommandDeps } from './deps.ts';

/** Sends a person's command to the core; false after the person was told why it was refused. */
export const dispatch = async ({ app }: Pick<CommandDeps, 'app'>, command: Command): Promise<boolean> => {
  const result = await app.dispatch(command, editor);
  if (result.ok) return true;
  // Not awaited: a notification that nobody answers must not hold the command.
  void showProblem(result.error);
  return false;
};
