import { randomUUID } from 'node:crypto';
import { portVariablesIn } from '../core/worktree/ports.ts';
import type { Memento, TerminalOptions, Uri, WebviewPanel } from 'vscode';
import type { App } from '../app/app.ts';
import type { Log } from '../app/ports/system.ts';
import type { Settings } from '../protocol/settings.ts';
import type { Disposable } from '../base/disposable.ts';
import type { AgentTerminals } from '../app/ports/agentTerminals.ts';
import type { CommandDeps, CommandHandler, Sample } from './commands/deps.ts';
import { chooseTerminal, showTerminalProblem } from './commands/launchTerminal.ts';
import { createHandlers, type EngineCommand } from './commands/handlers.ts';
import { createDoctor, type Doctor } from './doctor.ts';
import { registerLeaseDecorations } from './leases/decorations.ts';
import { warnBeforeEdits } from './leases/editWarning.ts';
import { createLineComments } from './packet/lineComments.ts';
import { createNoteStore } from './packet/noteStore.ts';
import { createPanels } from './panels/panels.ts';
import { terminalOptions } from './terminals/agentTerminal.ts';
import type { ShownTerminals } from './terminals/shownTerminals.ts';
import { registerTerminalLinks } from './terminals/links.ts';
import { openNews, type News } from './news/openNews.ts';
import type { Tells } from './news/tells.ts';
import { createTerminalSessions, type TerminalSessions } from './terminals/terminalSessions.ts';

interface InteractionDeps {
  readonly app: App;
  readonly settings: () => Settings;
  /** What else ends with them. */
  readonly kept: Disposable;
  readonly memory: Memento;
  readonly log: Log;
  readonly extension: Uri;
  readonly agentTerminals: AgentTerminals;
  readonly shown: ShownTerminals;
  readonly sample: Sample | null;
  /** Whether this window is the first of all that asks for this name. */
  readonly tellsFirst: Tells;
}

/** What a person can do once the engine is there. Loaded with it, since none of it is needed before. */
export interface Interactions extends Disposable {
  readonly handlers: Readonly<Record<EngineCommand, CommandHandler>>;
  readonly terminals: TerminalSessions;
  readonly doctor: Doctor;
  readonly news: News;
  /** Whether the repository is a sample. */
  readonly sample: Sample | null;
  /** What a new terminal of an agent is made with; undefined when there is none, and the person was told why. */
  terminalFor(agent: string | null): Promise<TerminalOptions | undefined>;
  restorePanel(panel: WebviewPanel, page: 'dashboard' | 'approval', run: string): void;
}

export const createInteractions = (deps: InteractionDeps): Interactions => {
  const notes = createNoteStore(deps.memory, randomUUID);
  const panels = createPanels({ ...deps, notes });
  const lineComments = createLineComments(deps.app, notes);
  const news = openNews({ ...deps, panels });
  const decorations = registerLeaseDecorations(deps.app);
  const warnings = warnBeforeEdits(deps);
  const variablesIn = (folder: string) => portVariablesIn(deps.app.state, folder);
  const terminals = createTerminalSessions(deps.agentTerminals, deps.shown, variablesIn);
  const doctor = createDoctor(deps.app);
  const links = registerTerminalLinks(deps.app, terminals);
  const commandDeps: CommandDeps = {
    ...deps,
    terminals,
    doctor,
    openDashboard: () => panels.openDashboard(),
    openApproval: (run) => panels.openApproval(run),
  };
  return {
    handlers: createHandlers(commandDeps),
    terminals,
    doctor,
    news,
    sample: deps.sample,
    async terminalFor(agent) {
      const chosen = await chooseTerminal(commandDeps, agent);
      if (chosen === undefined) return undefined;
      const options = await terminalOptions(deps.agentTerminals, chosen.agent, chosen.cwd, variablesIn(chosen.cwd));
      if (options.ok) return options.value;
      void showTerminalProblem(options.error);
      return undefined;
    },
    restorePanel: (panel, page, run) => panels.restore(panel, page, run),
    dispose: () => {
      doctor.dispose();
      links.dispose();
      terminals.dispose();
      deps.shown.dispose();
      news.dispose();
      decorations.dispose();
      warnings.dispose();
      panels.dispose();
      lineComments.dispose();
      notes.dispose();
      deps.kept.dispose();
    },
  };
};
