import type { Terminal, TerminalOptions } from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { AgentTerminals } from '../../app/ports/agentTerminals.ts';

/** What is asked of a terminal. */
export type AnyTerminal = Pick<Terminal, 'processId' | 'creationOptions' | 'sendText' | 'show' | 'dispose'> & {
  readonly exitStatus: { readonly reason: unknown } | undefined;
};

type Listen<T> = (listener: (told: T) => void) => Disposable;

/** What is asked of the window. */
export interface TerminalWindow {
  readonly terminals: readonly AnyTerminal[];
  readonly onDidOpenTerminal: Listen<AnyTerminal>;
  readonly onDidCloseTerminal: Listen<AnyTerminal>;
  /** Absent in editors that tell nothing of their shells. */
  readonly onDidStartTerminalShellExecution?: Listen<{ readonly terminal: AnyTerminal }>;
  readonly onDidEndTerminalShellExecution?: Listen<{ readonly terminal: AnyTerminal }>;
  createTerminal(options: TerminalOptions): AnyTerminal;
}

/** Which of the agents' terminals this window shows: one list for those of sessions and those that a person opened. */
export interface ShownTerminals extends Disposable {
  /** Another one is known, or a terminal told of its process. */
  readonly onDidChange: Event<void>;
  /** One of them has gone. */
  readonly onDidClose: Event<{ readonly id: string; readonly terminal: AnyTerminal }>;
  of(id: string): AnyTerminal | undefined;
  idOf(terminal: AnyTerminal): string | undefined;
  /** Looks through the window's terminals for agents' ones. */
  adopt(): Promise<void>;
  /** Another terminal of the same id is another one. */
  forget(id: string): void;
}

export const createShownTerminals = (
  window: TerminalWindow,
  terminals: Pick<AgentTerminals, 'idOf' | 'notes'>,
): ShownTerminals => {
  const store = new DisposableStore();
  const changed = store.add(new Emitter<void>());
  const closed = store.add(new Emitter<{ readonly id: string; readonly terminal: AnyTerminal }>());
  const shown = new Map<string, AnyTerminal>();
  const pids = new Map<AnyTerminal, number>();
  const idOf = (terminal: AnyTerminal): string | undefined => [...shown].find(([, one]) => one === terminal)?.[0];

  /** A terminal says by its arguments which one it is; one that was joined again after a reload only by its process. */
  const adopt = async (): Promise<void> => {
    const unknown = window.terminals.filter((terminal) => idOf(terminal) === undefined);
    if (unknown.length === 0) return;
    const notes = unknown.some((terminal) => pids.has(terminal)) ? await terminals.notes() : [];
    for (const terminal of unknown) {
      if (terminal.exitStatus !== undefined) continue;
      const options = terminal.creationOptions;
      const args = 'shellArgs' in options && Array.isArray(options.shellArgs) ? options.shellArgs : [];
      const pid = pids.get(terminal);
      const id = terminals.idOf(args) ?? notes.find((note) => note.alive && note.pid === pid)?.id;
      if (id !== undefined) shown.set(id, terminal);
    }
  };
  /** Nobody waits for it: a terminal that never starts has no process. */
  const learnPid = (terminal: AnyTerminal): void =>
    void terminal.processId.then((pid) => {
      if (pid !== undefined && terminal.exitStatus === undefined) pids.set(terminal, pid);
      if (!store.isDisposed) changed.fire();
    });

  for (const terminal of window.terminals) learnPid(terminal);
  store.add(window.onDidOpenTerminal(learnPid));
  store.add(
    window.onDidCloseTerminal((terminal) => {
      pids.delete(terminal);
      const id = idOf(terminal);
      if (id === undefined) return;
      shown.delete(id);
      closed.fire({ id, terminal });
    }),
  );
  return {
    onDidChange: changed.event,
    onDidClose: closed.event,
    of: (id) => shown.get(id),
    idOf,
    adopt,
    forget: (id) => void shown.delete(id),
    dispose: () => store.dispose(),
  };
};
