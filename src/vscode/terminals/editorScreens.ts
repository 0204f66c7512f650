import type { TerminalOptions } from 'vscode';
import { DisposableStore } from '../../base/disposable.ts';
import type { TerminalPlan, TerminalWords } from '../../app/ports/agentTerminals.ts';
import type { EditorScreens } from '../../app/ports/editorScreens.ts';
import type { AnyTerminal, ShownTerminals, TerminalWindow } from './shownTerminals.ts';

/** The terminals of this window as places for agent sessions. */
export const createEditorScreens = (deps: {
  readonly window: TerminalWindow;
  readonly shown: ShownTerminals;
  readonly version: string;
  readonly shell: string;
  readonly words: TerminalWords;
  readonly optionsOf: (plan: TerminalPlan, cwd: string) => TerminalOptions;
}): EditorScreens => {
  const { window, shown, version, shell, words } = deps;
  const here = async (id: string): Promise<AnyTerminal | undefined> => {
    if (shown.of(id) === undefined) await shown.adopt();
    return shown.of(id);
  };
  return {
    version,
    shell,
    words,
    open(plan, cwd) {
      window.createTerminal(deps.optionsOf(plan, cwd));
      void shown.adopt();
    },
    async send(id, characters) {
      const terminal = await here(id);
      terminal?.sendText(characters, false);
      return terminal !== undefined;
    },
    async show(id) {
      const terminal = await here(id);
      terminal?.show();
      return terminal !== undefined;
    },
    drop(id) {
      const terminal = shown.of(id);
      shown.forget(id);
      terminal?.dispose();
    },
    watch(onChange) {
      const store = new DisposableStore();
      store.add(shown.onDidClose(({ id }) => onChange(id)));
      // Marks of a shell, where it makes some: the agent itself is told of by its note.
      const tell = ({ terminal }: { readonly terminal: AnyTerminal }): void => {
        const id = shown.idOf(terminal);
        if (id !== undefined) onChange(id);
      };
      for (const event of [window.onDidStartTerminalShellExecution, window.onDidEndTerminalShellExecution])
        if (event !== undefined) store.add(event(tell));
      return store;
    },
  };
};
