import type { App } from '../app/app.ts';
import { isLogTrouble } from '../app/watchLog.ts';
import type { Problem } from '../base/problem.ts';
import type { State } from '../core/state.ts';

/** Waits until work is open no more, whoever runs it, or until the signal. Resolves with why the log can't be followed, or null. */
export function workEnded(app: App, isOpen: (state: State) => boolean, signal: AbortSignal): Promise<Problem | null> {
  return new Promise((resolve) => {
    const end = (why: Problem | null): void => {
      listening.dispose();
      signal.removeEventListener('abort', leave);
      resolve(why);
    };
    const leave = (): void => end(null);
    const look = (): void => {
      if (!isOpen(app.state) || signal.aborted) end(null);
      else if (app.problem && isLogTrouble(app.problem)) end(app.problem);
    };
    const listening = app.onDidChange(look);
    signal.addEventListener('abort', leave);
    look();
  });
}
