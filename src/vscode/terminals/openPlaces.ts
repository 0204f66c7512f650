import { env, version, ViewColumn, window } from 'vscode';
import type { AgentTerminals } from '../../app/ports/agentTerminals.ts';
import type { EditorScreens } from '../../app/ports/editorScreens.ts';
import { optionsOf, terminalWords } from './agentTerminal.ts';
import { createEditorScreens } from './editorScreens.ts';
import { createShownTerminals, type ShownTerminals } from './shownTerminals.ts';

/** The agents' terminals of this window, and the same ones as places for agent sessions. */
export const openPlaces = (
  terminals: AgentTerminals,
): { readonly shown: ShownTerminals; readonly screens: EditorScreens } => {
  const shown = createShownTerminals(window, terminals);
  const screens = createEditorScreens({
    window,
    shown,
    version,
    shell: env.shell,
    words: terminalWords(null),
    // A session opens while a person writes something else; they are shown it when they ask.
    optionsOf: (plan, cwd) => ({
      ...optionsOf(plan, cwd),
      location: { viewColumn: ViewColumn.Active, preserveFocus: true },
    }),
  });
  return { shown, screens };
};
