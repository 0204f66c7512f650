import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';

/** A run that stopped at a problem goes on with its loop. */
export const createRetry =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    await dispatch(deps, { type: 'resumeLoop' });
  };
