import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';

export const createResumeLoop =
  (deps: CommandDeps): CommandHandler =>
  async () => {
    await dispatch(deps, { type: 'resumeLoop' });
  };
