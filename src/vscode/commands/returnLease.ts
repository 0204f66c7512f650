import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';
import { pickLease } from './pickLease.ts';

/** Gives back what a person took over. */
export const createReturnLease =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const lease = await pickLease(deps.app, id, (one) => one.person !== undefined);
    if (lease !== undefined) await dispatch(deps, { type: 'returnLease', lease: lease.id, token: null });
  };
