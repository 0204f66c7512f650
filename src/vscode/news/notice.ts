import { ProgressLocation, window } from 'vscode';
import type { Notice } from './decisionNews.ts';

/** A notification. Only the kind that shows progress can be changed and taken away again. */
export const showNotice = (text: string, onDismiss: () => void): Notice => {
  const way: { say: (text: string) => void; end: () => void } = { say: () => undefined, end: () => undefined };
  let saying = text;
  let isOver = false;
  void window.withProgress(
    { location: ProgressLocation.Notification, cancellable: true },
    (progress, token) =>
      new Promise<void>((resolve) => {
        if (isOver) return resolve();
        const cancelled = token.onCancellationRequested(() => {
          cancelled.dispose();
          resolve();
          if (!isOver) onDismiss();
        });
        way.say = (message) => progress.report({ message });
        way.end = () => {
          cancelled.dispose();
          resolve();
        };
        way.say(saying);
      }),
  );
  return {
    say: (next) => {
      saying = next;
      way.say(next);
    },
    dispose: () => {
      isOver = true;
      way.end();
    },
  };
};
