import type { CommandDeps, CommandHandler } from './deps.ts';

export const createOpenDashboard =
  (deps: CommandDeps): CommandHandler =>
  async () =>
    deps.openDashboard();
