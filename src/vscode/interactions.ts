import type { Memento, Uri, WebviewPanel } from 'vscode';
import type { App } from '../app/app.ts';
import type { Log } from '../app/ports/system.ts';
import type { Settings } from '../protocol/settings.ts';
import type { Disposable } from '../base/disposable.ts';
import type { CommandHandler } from './commands/deps.ts';
import { createHandlers, type EngineCommand } from './commands/handlers.ts';
import { announceLeases } from './leaseNews.ts';
import { createPanels } from './panels/panels.ts';

interface InteractionDeps {
  readonly app: App;
  readonly settings: () => Settings;
  readonly memory: Memento;
  readonly log: Log;
  readonly extension: Uri;
}

/** What a person can do once the engine is there. Loaded with it, since none of it is needed before. */
export interface Interactions extends Disposable {
  readonly handlers: Readonly<Record<EngineCommand, CommandHandler>>;
  restorePanel(panel: WebviewPanel, page: 'dashboard' | 'approval', run: string): void;
}

export const createInteractions = (deps: InteractionDeps): Interactions => {
  const panels = createPanels(deps);
  const news = announceLeases(deps.app);
  const handlers = createHandlers({
    ...deps,
    openDashboard: () => panels.openDashboard(),
    openApproval: (run) => panels.openApproval(run),
  });
  return {
    handlers,
    restorePanel: (panel, page, run) => panels.restore(panel, page, run),
    dispose: () => {
      news.dispose();
      panels.dispose();
    },
  };
};
