import type { Disposable } from '../../base/disposable.ts';

/** Folders whose inside says nothing about a person's or an agent's work, and can be huge. */
const ignored = /[/\\](\.git|node_modules)([/\\]|$)/;

/** A burst of changes, as of a build, is told once in so many milliseconds. */
const quietMs = 200;

/**
 * Announces that something below a folder changed. Made for showing how far work has come: a change may be told late or
 * several as one. The watcher is loaded when the first tree is watched, and never keeps the process alive.
 */
export function watchTree(folder: string, onChange: () => void, except: readonly string[] = []): Disposable {
  let disposed = false;
  let close: (() => Promise<void>) | null = null;
  let timer: NodeJS.Timeout | null = null;
  const announce = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      if (!disposed) onChange();
    }, quietMs).unref();
  };
  void import('chokidar').then(({ watch }) => {
    if (disposed) return;
    const watcher = watch(folder, {
      ignored: (path) => ignored.test(path.slice(folder.length)) || except.includes(path),
      ignoreInitial: true,
      persistent: false,
      followSymlinks: false,
    });
    // What changed while the watcher was starting is not announced by itself, so the end of its start is a change, too.
    watcher.on('all', announce).on('ready', announce).on('error', announce);
    close = () => watcher.close();
  });
  return {
    dispose() {
      disposed = true;
      if (timer) clearTimeout(timer);
      void close?.();
    },
  };
}
