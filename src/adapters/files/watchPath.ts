import { statSync, watch } from 'node:fs';
import type { BigIntStats, FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Disposable } from '../../base/disposable.ts';
import { concerns, mayBe } from './concerns.ts';

/** How often an event that the system lost is looked for, in milliseconds. */
const usualReconcileMs = 30_000;

/** How often arming is tried while folders come and go; the slow look tries again. */
const tries = 20;

export type WatchPath = (path: string, onChange: () => void) => Disposable;

/**
 * Announces changes of a file or of what is in a folder, at once and without polling. The path and folders above it may
 * still be missing, go and come again, and editors may replace the file: what is watched is always the deepest folder
 * that is there. No change between a call and its first announcement is lost. All that is watched by one of these is
 * looked at slowly by one timer: a host with hundreds of jobs would wake all the time otherwise.
 */
export function createPathWatch(reconcileMs: number = usualReconcileMs): WatchPath {
  const looks = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  const lookAtAll = (): void => {
    for (const look of looks) look();
  };
  return (path, onChange) => {
    const watched = watchOne(path, onChange);
    looks.add(watched.look);
    timer ??= setInterval(lookAtAll, reconcileMs).unref();
    return {
      dispose() {
        watched.dispose();
        looks.delete(watched.look);
        if (timer === null || looks.size > 0) return;
        clearInterval(timer);
        timer = null;
      },
    };
  };
}

/** `look` finds what the system did not announce. */
function watchOne(path: string, onChange: () => void): Disposable & { readonly look: () => void } {
  let watcher: FSWatcher | null = null;
  let disposed = false;
  let armed = '';
  let seen = signatureOf(path);

  /** Watches the deepest folder; true when that is another than before. */
  const arm = (): boolean => {
    const before = armed;
    for (let left = tries; left > 0; left -= 1) {
      const folder = deepestFolder(path);
      const found = `${folder}:${signatureOf(folder).inode}`;
      if (found === armed) break;
      watcher?.close();
      watcher = tryWatch(folder, (name) => hear(folder, name));
      // A deeper folder may have been made meanwhile, so the loop looks once more.
      armed = watcher ? found : '';
    }
    return armed !== before;
  };
  const announce = (): void => {
    seen = signatureOf(path);
    onChange();
  };
  const hear = (folder: string, name: string | null): void => {
    if (disposed || !concerns(path, folder, name)) return;
    const moved = arm();
    if (moved || folder === path || (folder === dirname(path) && mayBe(name, basename(path)))) announce();
  };
  const look = (): void => {
    const now = signatureOf(path);
    // Mostly what is watched is the folder itself, and still the same one: one look is enough then.
    const moved = armed === `${path}:${now.inode}` ? false : arm();
    if (moved || now.text !== seen.text) announce();
  };
  arm();
  return {
    look,
    dispose() {
      disposed = true;
      watcher?.close();
    },
  };
}

/** Null when the folder has just gone or the system has no watcher left to give. */
function tryWatch(folder: string, heard: (name: string | null) => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_kind, name) => heard(name));
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}

function deepestFolder(path: string): string {
  return factsOf(path)?.isDirectory() || dirname(path) === path ? path : deepestFolder(dirname(path));
}

function signatureOf(path: string): { readonly inode: string; readonly text: string } {
  const facts = factsOf(path);
  const inode = facts ? `${facts.dev}:${facts.ino}` : 'none';
  return { inode, text: facts ? `${inode}:${facts.size}:${facts.mtimeNs}` : inode };
}

/** What can't be looked at, for whatever reason, counts as not there. */
function factsOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
