import { statSync, watch } from 'node:fs';
import type { BigIntStats, FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Disposable } from '../../base/disposable.ts';

/** How often an event that the system lost is looked for, in milliseconds. */
const usualReconcileMs = 30_000;

/** How often arming is tried while folders come and go; the slow look tries again. */
const tries = 20;

/**
 * Announces changes of a file or of what is in a folder, at once and without polling. The path and folders above it may
 * still be missing, go and come again, and editors may replace the file: what is watched is always the deepest folder
 * that is there. No change between this call and the first announcement is lost.
 */
export function watchPath(path: string, onChange: () => void, reconcileMs: number = usualReconcileMs): Disposable {
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
    if (disposed) return;
    const moved = arm();
    if (moved || folder === path || (folder === dirname(path) && mayBe(name, basename(path)))) announce();
  };
  const look = (): void => {
    const now = signatureOf(path);
    if (arm() || now.text !== seen.text) announce();
  };
  arm();
  const timer = setInterval(look, reconcileMs);
  timer.unref();
  return {
    dispose() {
      disposed = true;
      clearInterval(timer);
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
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
}

/** Some systems name no file, or spell its name in another case or normal form. */
const mayBe = (name: string | null, wanted: string): boolean => name === null || fold(name) === fold(wanted);

const fold = (name: string): string => name.normalize('NFC').toLowerCase();
