import type { Spool } from '../../src/app/ports/files.ts';

export interface MemorySpool extends Spool {
  /** What an agent's hook does; resolves when the file was taken, refused or left for later. */
  drop(name: string, text: string): Promise<void>;
  readonly waiting: readonly string[];
  readonly done: readonly string[];
  readonly refused: readonly string[];
}

/** A spool without a folder: files are handed over one after another, as the real one does. */
export function createMemorySpool(): MemorySpool {
  const files = new Map<string, string>();
  const done: string[] = [];
  const refused: string[] = [];
  let take: Parameters<Spool['start']>[0] | null = null;
  let turn: Promise<void> = Promise.resolve();

  const scan = async (): Promise<void> => {
    for (const [name, text] of [...files].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))) {
      if (take === null) return;
      try {
        if ((await take({ name, order: name }, text)) === 'later') continue;
        done.push(name);
      } catch {
        refused.push(name);
      }
      files.delete(name);
    }
  };
  const next = (): Promise<void> => (turn = turn.then(scan));

  return {
    done,
    refused,
    get waiting() {
      return [...files.keys()];
    },
    drop(name, text) {
      files.set(name, text);
      return next();
    },
    start(handler) {
      take = handler;
      return next();
    },
    dispose() {
      take = null;
    },
  };
}
