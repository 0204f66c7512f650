import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter } from '../../../base/event.ts';
import type { HerdrCalls } from './calls.ts';
import { connect, type Connection } from './connection.ts';
import { createSeenPanes } from './seenPanes.ts';
import { watchScreens } from './watchScreens.ts';

const firstRetryMs = 250;
const lastRetryMs = 30_000;

interface WatchDeps {
  readonly calls: HerdrCalls;
  /** Of the notes that the programs of places keep. */
  readonly folder: string;
  readonly watchFolder: (folder: string, onChange: () => void) => Disposable;
}

/** Watches while somebody listens, however many do. */
export function createPaneWatch(deps: WatchDeps) {
  const changes = new Emitter<string | null>();
  let watching: Disposable | null = null;
  return {
    watch(onChange: (handle: string | null) => void): Disposable {
      const listening = changes.event(onChange);
      watching ??= watchPanes(deps, (handle) => changes.fire(handle));
      return {
        dispose() {
          listening.dispose();
          if (changes.hasListeners) return;
          watching?.dispose();
          watching = null;
        },
      };
    },
  };
}

/**
 * Announces MAM's panes that changed. Events only say that it is time to look: each look takes a snapshot, and what
 * differs from the one before is announced. A lost connection and a new one are announced as null: anything may have
 * changed meanwhile. What is drawn is told by no event, so that screens are looked at once a second; the end of an agent
 * is told by its note.
 */
function watchPanes({ calls, folder, watchFolder }: WatchDeps, onChange: (handle: string | null) => void): Disposable {
  const stop = new AbortController();
  const seen = createSeenPanes();
  let connection: Connection | null = null;

  /** Stays with the server until it is lost; false when there was none. */
  const follow = async (): Promise<boolean> => {
    const before = await calls.snapshot();
    if (!before.ok || stop.signal.aborted) return false;
    seen.take(before.value);
    let current = await connect(calls, seen);
    if (current === null) return false;
    connection = current;
    onChange(null);
    while (!stop.signal.aborted && (await current.nextChange(stop.signal)) === 'changed') {
      const now = await calls.snapshot();
      if (!now.ok || stop.signal.aborted) break;
      for (const handle of seen.take(now.value)) onChange(handle);
      if (current.covers([...seen.panes().values()])) continue;
      // The new one is confirmed before the old one goes, so that nothing is missed in between.
      const next = await connect(calls, seen);
      if (next === null) break;
      current.dispose();
      connection = current = next;
    }
    current.dispose();
    connection = null;
    if (!stop.signal.aborted) onChange(null);
    return true;
  };

  const run = async (): Promise<void> => {
    for (let retryMs = firstRetryMs; !stop.signal.aborted;) {
      retryMs = (await follow()) ? firstRetryMs : Math.min(retryMs * 2, lastRetryMs);
      await delay(retryMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const notes = watchFolder(folder, () => onChange(null));
  // Of a server that is away nobody knows which panes it still has.
  const screens = watchScreens({ calls, panes: () => (connection ? seen.panes() : new Map()) }, onChange);
  void run();
  return {
    dispose() {
      stop.abort();
      notes.dispose();
      screens.dispose();
      connection?.dispose();
    },
  };
}
