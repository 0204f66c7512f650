import { window } from 'vscode';
import { queueLoop } from '../app/views/select.ts';
import type { Disposable } from '../base/disposable.ts';
import type { EngineLink } from './engineLink.ts';

/**
 * Shows in the view of the sessions that a loop runs. Not while something needs a person: the mark of progress would take
 * the place of their number.
 */
export const showLoopProgress = (link: EngineLink): Disposable => {
  let end: (() => void) | null = null;
  const listening = link.onDidChange(() => {
    const runs = link.app !== null && queueLoop(link.app.state) !== undefined && link.inbox.length === 0;
    if (runs && end === null)
      void window.withProgress(
        { location: { viewId: 'mam.sessions' } },
        () => new Promise<void>((resolve) => (end = resolve)),
      );
    if (runs || end === null) return;
    end();
    end = null;
  });
  return {
    dispose: () => {
      listening.dispose();
      end?.();
    },
  };
};
