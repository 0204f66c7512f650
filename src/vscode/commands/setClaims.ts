import { askClaims } from './askClaims.ts';
import type { CommandDeps, CommandHandler } from './deps.ts';
import { dispatch } from './dispatch.ts';
import { pickRun } from './pickRun.ts';

export const createSetClaims =
  (deps: CommandDeps): CommandHandler =>
  async (id) => {
    const run = await pickRun(deps.app, id, (one) => one.ask?.kind === 'claims');
    if (run === undefined) return;
    const claims = await askClaims(run.task);
    if (claims !== undefined) await dispatch(deps, { type: 'setClaims', run: run.id, claims });
  };
