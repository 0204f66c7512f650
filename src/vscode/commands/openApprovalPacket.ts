import type { CommandDeps, CommandHandler } from './deps.ts';
import { pickRun } from './pickRun.ts';

export const createOpenApprovalPacket =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const run = await pickRun(deps.app, id, (one) => one.change !== null || one.ask !== null);
    if (run !== undefined) deps.openApproval(run.id);
  };
