import { TerminalExitReason, window, type Terminal } from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { AgentTerminals, TerminalNote } from '../../app/ports/agentTerminals.ts';
import type { TerminalSession } from '../../app/views/terminals.ts';
import { terminalOptions } from './agentTerminal.ts';
import type { AnyTerminal, ShownTerminals } from './shownTerminals.ts';

/** How long a terminal that went away unasked stays in the list, in milliseconds. */
const longestGone = 7 * 24 * 60 * 60 * 1000;

/** The agents' terminals of a repository, and which of them this window shows. */
export interface TerminalSessions extends Disposable {
  readonly all: readonly TerminalSession[];
  readonly onDidChange: Event<void>;
  readonly agents: AgentTerminals['agents'];
  readonly isInstalled: AgentTerminals['isInstalled'];
  /** Opens a new one as an editor tab. */
  launch(agent: string, cwd: string): Promise<Result<Terminal, Problem>>;
  /** The session that a terminal of this window is; undefined for any other terminal. */
  of(terminal: Terminal): TerminalSession | undefined;
  /** Brings a terminal to the front; false when this window has it not. */
  reveal(id: string): boolean;
  /** Closes it if it is here, and takes it off the list. */
  close(id: string): Promise<void>;
}

export const createTerminalSessions = (
  terminals: AgentTerminals,
  shown: ShownTerminals,
  /** Variables of a folder. */
  variablesIn: (folder: string) => Readonly<Record<string, string>>,
): TerminalSessions => {
  const store = new DisposableStore();
  const changed = store.add(new Emitter<void>());
  const forgotten = new Set<string>();
  /** Went away here a moment ago; why, its process says, since an editor tab always seems closed by hand. */
  const closing = new Set<string>();
  let notes: readonly TerminalNote[] = [];
  let looking = Promise.resolve();

  const forget = async (id: string): Promise<void> => {
    forgotten.add(id);
    shown.forget(id);
    await terminals.forget(id);
  };

  /** What somebody closed, or left, has had its time; what was killed can be opened again. */
  const settle = async (found: readonly TerminalNote[]): Promise<void> => {
    for (const id of closing) {
      const note = found.find((one) => one.id === id);
      if (note?.alive && note.state !== 'closed') continue;
      closing.delete(id);
      if (note?.state === 'closed' && !note.session) await forget(id);
    }
  };

  const read = async (): Promise<void> => {
    const found = await terminals.notes();
    const old = found.filter((note) => !note.alive && Date.now() - Date.parse(note.since) > longestGone);
    for (const note of old) await forget(note.id);
    await settle(found);
    notes = found.filter((note) => !forgotten.has(note.id));
    await shown.adopt();
    changed.fire();
  };
  const look = (): Promise<void> => (looking = looking.then(() => (store.isDisposed ? undefined : read())));

  const onClose = ({ id, terminal }: { readonly id: string; readonly terminal: AnyTerminal }): void => {
    if (terminal.exitStatus?.reason !== TerminalExitReason.Shutdown) closing.add(id);
    void look();
  };

  store.add(terminals.watch(() => void look()));
  store.add(shown.onDidChange(() => void look()));
  store.add(shown.onDidClose(onClose));
  store.add(window.onDidChangeWindowState(({ focused }) => focused && void look()));
  void look();

  const session = (note: TerminalNote): TerminalSession => ({ ...note, here: shown.of(note.id) !== undefined });
  return {
    get all() {
      // Those of agent sessions have rows of their own, and are ended as sessions.
      return notes.filter((note) => !note.session && !closing.has(note.id)).map(session);
    },
    onDidChange: changed.event,
    agents: () => terminals.agents(),
    isInstalled: (agent) => terminals.isInstalled(agent),
    async launch(agent, cwd) {
      const options = await terminalOptions(terminals, agent, cwd, variablesIn(cwd));
      if (!options.ok) return options;
      const terminal = window.createTerminal(options.value);
      terminal.show();
      void look();
      return ok(terminal);
    },
    of(terminal) {
      const id = shown.idOf(terminal);
      const note = notes.find((one) => one.id === id);
      return note && session(note);
    },
    reveal(id) {
      const terminal = shown.of(id);
      terminal?.show();
      return terminal !== undefined;
    },
    async close(id) {
      const terminal = shown.of(id);
      await forget(id);
      terminal?.dispose();
      await look();
    },
    dispose: () => store.dispose(),
  };
};
