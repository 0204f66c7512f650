import { mkdir } from 'node:fs/promises';
import type { Spool, SpoolFile } from '../../app/ports/files.ts';
import type { Log } from '../../app/ports/system.ts';
import { createSpoolFolder } from './spoolFolder.ts';
import type { SpoolFolder } from './spoolFolder.ts';
import { createPathWatch } from './watchPath.ts';
import type { Disposable } from '../../base/disposable.ts';

/** How often a lost file event is looked for, in milliseconds. */
const usualReconcileMs = 30_000;
/** How long a file waits that its taker could not take yet, in milliseconds. */
const laterMs = 1_000;

export interface FolderSpoolDeps {
  /** The folder that files are renamed into. `done` and `refused` are made in it. */
  readonly folder: string;
  readonly log: Log;
  readonly reconcileMs?: number;
}

type Take = Parameters<Spool['start']>[0];

/**
 * Hands over what is renamed into the folder, at the start what is there already. A file is moved aside only after it
 * was taken, so one is handed over again when the process dies in between: the taker knows it by its sender's counter.
 */
export function createFolderSpool(deps: FolderSpoolDeps): Spool {
  const folder = createSpoolFolder(deps.folder);
  let disposed = false;
  let watcher: Disposable | null = null;
  let timer: NodeJS.Timeout | null = null;

  const begin = async (take: Take): Promise<void> => {
    await Promise.all(
      [folder.path, folder.done, folder.refused].map((path) => mkdir(path, { recursive: true, mode: 0o700 })),
    );
    if (disposed) return;
    const handOver = createHandOver(folder, take, deps.log, () => disposed);
    const scan = createScan(async () => {
      if ((await handOver()) === 'later' && !disposed) setTimeout(look, laterMs).unref();
    }, deps.log);
    const look = (): void => void scan();
    watcher = createPathWatch(deps.reconcileMs)(folder.path, look);
    timer = setInterval(look, deps.reconcileMs ?? usualReconcileMs);
    timer.unref();
    await scan();
  };

  const start = async (take: Take): Promise<void> => {
    try {
      await begin(take);
    } catch (error) {
      deps.log.error('The spool could not be opened. It is tried again.', { folder: deps.folder, error });
      if (disposed) return;
      timer = setTimeout(() => void start(take), deps.reconcileMs ?? usualReconcileMs);
      timer.unref();
    }
  };
  return {
    start,
    dispose() {
      disposed = true;
      watcher?.dispose();
      if (timer) clearTimeout(timer);
    },
  };
}

/** Runs `task` when called, and resolves after it; calls that come meanwhile make it run once more. Never rejects. */
function createScan(task: () => Promise<void>, log: Log): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async (): Promise<void> => {
    try {
      do {
        again = false;
        // Every run sees all files that are there, so the runs must follow one another.
        await task();
      } while (again);
    } catch (error) {
      log.error('The spool could not be read.', { error });
    } finally {
      running = null;
    }
  };
  return () => {
    again = true;
    return (running ??= run());
  };
}

/** Hands over every file that is there, in their order; stops at the first that has to wait, and at no other. */
function createHandOver(
  folder: SpoolFolder,
  take: Take,
  log: Log,
  isDisposed: () => boolean,
): () => Promise<'all' | 'later'> {
  /** Files that could not be moved aside, or not be read: what was said of them once is not said again. */
  const stuck = new Map<string, 'heard' | 'unread'>();

  const one = async (file: SpoolFile): Promise<'next' | 'later'> => {
    const { name } = file;
    const outcome = await handOverOne(folder, file, take);
    if (outcome.kind === 'later') return 'later';
    if (outcome.kind === 'gone') return 'next';
    if (outcome.kind === 'refused') {
      log.warn('A spool file was refused.', { name, reason: outcome.reason });
      // A record that can't be written must not keep the next message from being heard.
      await folder
        .note(name, String(outcome.reason))
        .catch((error: unknown) => log.warn('The record of refusals could not be written.', { error }));
    }
    const [aside, reason] = outcome.kind === 'taken' ? [folder.done, ''] : [folder.refused, String(outcome.reason)];
    await folder.putAside(aside, name, outcome.text, reason).catch((error: unknown) => {
      stuck.set(name, 'heard');
      log.warn('A spool file can’t be moved aside. It stays where it is until the next start.', { name, error });
    });
    return 'next';
  };
  return async () => {
    if (isDisposed()) return 'all';
    for (const file of await folder.files()) {
      if (stuck.get(file.name) === 'heard') continue;
      try {
        if ((await one(file)) === 'later') return 'later';
      } catch (error) {
        if (!stuck.has(file.name))
          log.warn('A spool file can’t be read. It is tried again.', { name: file.name, error });
        stuck.set(file.name, 'unread');
      }
      if (isDisposed()) return 'all';
    }
    await folder.prune();
    return 'all';
  };
}

type HandedOver =
  | { readonly kind: 'later' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'taken'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string | null; readonly reason: unknown };

async function handOverOne(folder: SpoolFolder, file: SpoolFile, take: Take): Promise<HandedOver> {
  const read = await folder.read(file.name);
  if (read.kind === 'gone') return read;
  if (read.kind === 'refused') return { ...read, text: null };
  const { text } = read;
  try {
    return (await take(file, text)) === 'later' ? { kind: 'later' } : { kind: 'taken', text };
  } catch (reason) {
    return { kind: 'refused', text, reason };
  }
}
