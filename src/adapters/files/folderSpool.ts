import { mkdir } from 'node:fs/promises';
import type { Spool } from '../../app/ports/files.ts';
import type { Log } from '../../app/ports/system.ts';
import { createSpoolFolder } from './spoolFolder.ts';
import type { SpoolFolder } from './spoolFolder.ts';
import { watchPath } from './watchPath.ts';
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
    const scan = createScan(async () => {
      if ((await handOver(folder, take, deps.log, () => disposed)) === 'later' && !disposed)
        setTimeout(look, laterMs).unref();
    }, deps.log);
    const look = (): void => void scan();
    watcher = watchPath(folder.path, look);
    timer = setInterval(look, deps.reconcileMs ?? usualReconcileMs);
    timer.unref();
    await scan();
  };

  return {
    start(take) {
      return begin(take).catch((error: unknown) =>
        deps.log.error('The spool could not be opened.', { folder: deps.folder, error }),
      );
    },
    dispose() {
      disposed = true;
      watcher?.dispose();
      if (timer) clearInterval(timer);
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

/** Hands over every file that is there, in the order of their names; stops at the first that has to wait. */
async function handOver(
  folder: SpoolFolder,
  take: Take,
  log: Log,
  isDisposed: () => boolean,
): Promise<'all' | 'later'> {
  if (isDisposed()) return 'all';
  for (const name of await folder.names()) {
    const outcome = await handOverOne(folder, name, take);
    if (outcome.kind === 'later') return 'later';
    if (outcome.kind === 'refused') log.warn('A spool file was refused.', { name, reason: outcome.reason });
    if (outcome.kind === 'taken') await folder.putAside(folder.done, name, outcome.text, '');
    if (outcome.kind === 'refused') await folder.putAside(folder.refused, name, outcome.text, String(outcome.reason));
    if (isDisposed()) return 'all';
  }
  await folder.prune();
  return 'all';
}

type HandedOver =
  | { readonly kind: 'later' | 'gone' }
  | { readonly kind: 'taken'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string | null; readonly reason: unknown };

async function handOverOne(folder: SpoolFolder, name: string, take: Take): Promise<HandedOver> {
  const read = await folder.read(name);
  if (read.kind === 'gone') return read;
  if (read.kind === 'refused') return { ...read, text: null };
  const { text } = read;
  try {
    return (await take(name, text)) === 'later' ? { kind: 'later' } : { kind: 'taken', text };
  } catch (reason) {
    return { kind: 'refused', text, reason };
  }
}
