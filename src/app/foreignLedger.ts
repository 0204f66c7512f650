import { problem, type Problem } from '../base/problem.ts';
import { err, ok } from '../base/result.ts';
import { personOnlyProblem } from '../core/decide.ts';
import type { App } from './app.ts';
import { importLedger } from './importLedger.ts';
import { asideOf, putLedgerAside } from './ledgerGuard.ts';
import type { Orchestrator } from './orchestrator.ts';
import type { Places } from './places.ts';
import type { Ports } from './ports.ts';

interface Deps {
  readonly ports: Ports;
  readonly places: Places;
  readonly orchestrator: Orchestrator;
  /** Why nothing may be written at present. */
  readonly trouble: () => Problem | null;
  /** Looks at the folders again, and goes on writing where nothing is in the way any more. */
  readonly reopen: () => Promise<void>;
}

/** What a person may do with the ledger of another tool: put it aside, or take it over. Nothing of it is deleted. */
export const createForeignLedger = (deps: Deps): Pick<App, 'startFresh' | 'importLedger'> => ({
  startFresh: async (actor) => {
    if (actor.kind !== 'person') return err(personOnlyProblem('startFresh'));
    if (deps.trouble()?.code !== 'ledger.foreign')
      return err(problem('ledger.ours', 'There is no ledger of another tool to put aside.'));
    const { files, clock } = deps.ports;
    const refused = await putLedgerAside(files, deps.places, asideOf(clock.now()));
    if (refused) return err(refused);
    await deps.reopen();
    return ok(undefined);
  },
  importLedger: async (from, actor) => {
    const done = await importLedger(deps.ports, deps.places, deps.orchestrator, from, actor);
    if (done.ok) await deps.reopen();
    return done;
  },
});
