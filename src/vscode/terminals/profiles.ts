import { CancellationError, TerminalProfile, window } from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { EngineLink } from '../engineLink.ts';
import { explainPhase } from '../explainPhase.ts';
import { terminalProfiles } from '../ids.ts';
import { showProblem } from '../notify.ts';

/** A profile for each agent beside the shells of the editor. Asks as little as the command does, and starts nothing before trust. */
export const registerTerminalProfiles = (link: EngineLink): Disposable => {
  const store = new DisposableStore();
  for (const [id, agent] of Object.entries(terminalProfiles))
    store.add(
      window.registerTerminalProfileProvider(id, {
        provideTerminalProfile: async () => {
          const engine = await link.need();
          if (engine === null) {
            void (link.problem === null ? explainPhase(link.phase) : showProblem(link.problem));
            throw new CancellationError();
          }
          const options = await engine.interactions.terminalFor(agent);
          if (options === undefined) throw new CancellationError();
          return new TerminalProfile(options);
        },
      }),
    );
  return store;
};
