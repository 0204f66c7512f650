import type { CommandDeps, CommandHandler } from './deps.ts';

/** Ends an agent's terminal with what runs in it; one that is gone leaves the list. */
export const createCloseTerminal =
  ({ terminals }: CommandDeps): CommandHandler =>
  async (id) => {
    if (id !== undefined) await terminals.close(id);
  };
