import { window, type WebviewPanel } from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import type { EngineLink } from './engineLink.ts';
import { panels } from './ids.ts';

const runOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'run' in state && typeof state.run === 'string' ? state.run : '';

/** Tabs that were open come back; where there is no engine for them they close rather than stay blank. */
export const registerSerializers = (link: EngineLink): Disposable => {
  const store = new DisposableStore();
  const register = (type: string, page: 'dashboard' | 'approval'): void => {
    store.add(
      window.registerWebviewPanelSerializer(type, {
        deserializeWebviewPanel: async (panel: WebviewPanel, state: unknown) => {
          const engine = await link.need();
          if (engine === null) panel.dispose();
          else engine.interactions.restorePanel(panel, page, runOf(state));
        },
      }),
    );
  };
  register(panels.dashboard, 'dashboard');
  register(panels.approval, 'approval');
  return store;
};
