import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter } from '../../../base/event.ts';
import type { SessionClient } from '../../process/supervisor/sessionClient.ts';

interface Options {
  readonly client: SessionClient;
  readonly folder: string;
  readonly watchFolder: (folder: string, onChange: () => void) => Disposable;
  /** Whether the session of a handle has been started and not ended. */
  readonly isOpen: (handle: string) => boolean;
}

/** How soon a session is followed whose files are just being made, or whose supervisor has gone, in milliseconds. */
const againMs = 500;

/** Tells of output, ends and new sessions. The supervisor says them; it is connected while somebody watches. */
export function createOutputWatch({ client, folder, watchFolder, isOpen }: Options) {
  const changes = new Emitter<string | null>();
  const followed = new Map<string, Disposable>();
  let watching: Disposable | null = null;
  let retry: NodeJS.Timeout | null = null;

  const again = (): void => {
    if (watching !== null) retry ??= setTimeout(look, againMs);
  };
  const follow = (handle: string): void => {
    followed.set(
      handle,
      client.follow(join(folder, handle), (isOver) => {
        if (isOver) {
          followed.delete(handle);
          again();
        }
        changes.fire(handle);
      }),
    );
  };
  const look = (): void => {
    if (retry !== null) clearTimeout(retry);
    retry = null;
    if (watching === null) return;
    for (const handle of readdirSync(folder)) if (!followed.has(handle) && isOpen(handle)) follow(handle);
  };
  const stop = (): void => {
    watching?.dispose();
    watching = null;
    if (retry !== null) clearTimeout(retry);
    retry = null;
    for (const one of followed.values()) one.dispose();
    followed.clear();
  };

  return (onChange: (handle: string | null) => void): Disposable => {
    const listening = changes.event(onChange);
    if (watching === null) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      watching = watchFolder(folder, () => {
        changes.fire(null);
        look();
        // Its folder is there before its files.
        again();
      });
      look();
    }
    return {
      dispose() {
        listening.dispose();
        if (!changes.hasListeners) stop();
      },
    };
  };
}
