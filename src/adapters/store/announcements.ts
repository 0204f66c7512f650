import type { DatabaseSync } from 'node:sqlite';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/event.ts';
import type { Event } from '../../base/event.ts';
import { integer } from './columns.ts';
import { createWakeUp } from './wakeUp.ts';

/** How often a lost wake-up is looked for, in milliseconds. */
const usualReconcileMs = 30_000;

export interface Announcements extends Disposable {
  readonly onDidAppend: Event<void>;
  /** This process committed something. */
  committed(): void;
}

/** Announces commits: our own at once, those of others by the wake-up file, and what a watcher lost by a slow look. */
export function createAnnouncements(
  db: DatabaseSync,
  folder: string,
  reconcileMs: number = usualReconcileMs,
): Announcements {
  const appended = new Emitter<void>();
  const select = db.prepare('PRAGMA data_version');
  const dataVersion = (): number | null => {
    try {
      return integer(select.get() ?? {}, 'data_version');
    } catch {
      // Unknown counts as changed: who listens reads the log and gets the problem named there.
      return null;
    }
  };
  let seen = dataVersion();
  /** The number changes with commits of others only, so our own touch of the wake-up file isn't taken for news. */
  const look = (): void => {
    const now = dataVersion();
    if (now !== null && now === seen) return;
    seen = now;
    appended.fire();
  };
  const wakeUp = createWakeUp(folder, look);
  const timer = setInterval(look, reconcileMs);
  timer.unref();
  return {
    onDidAppend: appended.event,
    committed() {
      wakeUp.touch();
      appended.fire();
    },
    dispose() {
      clearInterval(timer);
      wakeUp.dispose();
      appended.dispose();
    },
  };
}
