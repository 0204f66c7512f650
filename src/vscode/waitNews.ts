import { ProgressLocation, window } from 'vscode';
import type { App } from '../app/app.ts';
import { waitsOf, type Wait } from '../app/views/waits.ts';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import { coalesce } from './coalesce.ts';
import type { Tells } from './tells.ts';
import { createViewContext, sceneOf } from './viewContext.ts';
import { waitText } from './waitText.ts';

/** How often it is looked whether time alone made something wait, in milliseconds. */
const lookMs = 15_000;

/**
 * Tells in one window of each thing that waits for a person, and takes the notification away when it is answered, wherever that
 * was. Only the kind of notification that shows progress can be taken away again.
 */
export const announceWaits = (app: App, tells: Tells): Disposable => {
  const store = new DisposableStore();
  const shown = new Map<string, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What was so before this window opened is in the inbox; it is no news.
  let known = new Set(waitsOf(createViewContext(app), sceneOf(app)).map(({ id }) => id));

  const tell = async (wait: Wait): Promise<void> => {
    if (!(await tells(`wait ${wait.id}`))) return;
    await window.withProgress(
      { location: ProgressLocation.Notification, title: waitText(wait), cancellable: true },
      (_progress, token) =>
        new Promise<void>((resolve) => {
          // It may have been answered before the editor came to show it.
          if (store.isDisposed || !known.has(wait.id)) return resolve();
          const gone = token.onCancellationRequested(() => resolve());
          shown.set(wait.id, () => {
            gone.dispose();
            resolve();
          });
        }),
    );
  };

  const look = (): void => {
    clearTimeout(timer);
    if (store.isDisposed) return;
    const waits = waitsOf(createViewContext(app), sceneOf(app));
    const now = new Set(waits.map(({ id }) => id));
    for (const [id, take] of shown)
      if (!now.has(id)) {
        shown.delete(id);
        take();
      }
    const news = waits.filter(({ id }) => !known.has(id));
    known = now;
    for (const wait of news) void tell(wait);
    if (Object.values(app.state.agentSessions).some(({ ended }) => ended === null)) timer = setTimeout(look, lookMs);
  };

  store.add(app.onDidChange(store.add(coalesce(look))));
  store.add({
    dispose: () => {
      clearTimeout(timer);
      for (const take of shown.values()) take();
    },
  });
  look();
  return store;
};
