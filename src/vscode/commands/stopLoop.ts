import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';

export const createStopLoop =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    await dispatch(deps, { type: 'stopLoop' });
  };
