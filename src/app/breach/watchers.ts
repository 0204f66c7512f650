import type { Disposable } from '../../base/disposable.ts';
import type { Files } from '../ports/files.ts';

/** Watches files and folders for as long as they are asked for. */
export interface Watchers extends Disposable {
  /** From now on exactly these are watched; those that are already stay as they are. */
  see(wanted: { readonly files: readonly string[]; readonly trees: readonly string[] }): void;
}

/** `except`: folders whose inside is nobody's business here. Disposing of it ends all; it may be used again after that. */
export function createWatchers(files: Files, except: () => readonly string[], onChange: () => void): Watchers {
  const watched = new Map<string, Disposable>();
  return {
    see(wanted) {
      const makers = new Map<string, () => Disposable>([
        ...wanted.files.map((path) => [`file ${path}`, () => files.watch(path, onChange)] as const),
        ...wanted.trees.map((path) => [`tree ${path}`, () => files.watchTree(path, onChange, except())] as const),
      ]);
      for (const [key, watcher] of watched) {
        if (makers.has(key)) continue;
        watcher.dispose();
        watched.delete(key);
      }
      for (const [key, make] of makers) if (!watched.has(key)) watched.set(key, make());
    },
    dispose() {
      for (const watcher of watched.values()) watcher.dispose();
      watched.clear();
    },
  };
}
