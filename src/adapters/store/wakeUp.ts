import { closeSync, openSync, utimesSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable.ts';

/** A folder of its own: beside the database every page that is written would wake everybody. */
export const wakeFolder = (folder: string): string => join(folder, 'wake');

export interface WakeUp extends Disposable {
  /** Tells the other processes that something was committed. */
  touch(): void;
}

/** One file whose times are set after each commit, and a watcher on its folder: 0.3 ms from process to process. */
export function createWakeUp(folder: string, onWake: () => void): WakeUp {
  const file = join(wakeFolder(folder), 'commit');
  closeSync(openSync(file, 'a'));
  const watcher = watchFolder(wakeFolder(folder), onWake);
  return {
    touch() {
      const now = new Date();
      try {
        utimesSync(file, now, now);
      } catch {
        // The commit is durable all the same; the others find it with their next reconcile check.
      }
    },
    dispose: () => watcher?.close(),
  };
}

/** Null where the system has no watcher to give (its limit is reached): the reconcile check is left then. */
function watchFolder(folder: string, onWake: () => void): { close(): void } | null {
  try {
    const watcher = watch(folder, { persistent: false }, onWake);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
