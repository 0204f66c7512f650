import { because } from '../../base/problem.ts';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { JournalMode } from './journalMode.ts';
import { damaged, replaced, StoreError } from './failures.ts';

const headerBytes = 100;

/** What the bytes of the file say before SQLite is let near it. */
export interface FileFacts {
  readonly bytes: number;
  /** Null while the file has no header yet. */
  readonly journal: JournalMode | null;
}

/**
 * Looks at the database before it is opened, because SQLite would quietly make a new one of what is missing or empty,
 * and would delete the write-ahead log beside it. `used` tells that a database was here before.
 */
export function inspectFile(path: string, used: boolean): FileFacts {
  const bytes = sizeOf(path) ?? 0;
  const unfinished = (sizeOf(`${path}-wal`) ?? 0) > 0 || (sizeOf(`${path}-journal`) ?? 0) > 0;
  if (bytes === 0) {
    if (used || unfinished) throw new StoreError(damaged(path, sizeOf(path) === null ? 'it is gone' : 'it is empty'));
    return { bytes, journal: null };
  }
  const header = readHeader(path);
  if (header.toString('latin1', 0, 15) !== 'SQLite format 3')
    throw new StoreError(damaged(path, because('it is no database')));
  const stored = header.readUInt16BE(16);
  const pageBytes = stored === 1 ? 65_536 : stored;
  // While a log waits to be written back the main file may legally be shorter than its header says.
  if (!unfinished && header.readUInt32BE(28) * pageBytes > bytes)
    throw new StoreError(damaged(path, because('its end is missing')));
  return { bytes, journal: header.readUInt8(18) === 2 ? 'wal' : 'rollback' };
}

function readHeader(path: string): Buffer {
  const buffer = Buffer.alloc(headerBytes);
  const file = openSync(path, 'r');
  try {
    readSync(file, buffer, 0, headerBytes, 0);
    return buffer;
  } finally {
    closeSync(file);
  }
}

const sizeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.size ?? null;

/**
 * A check, cheap enough for every transaction, that the name still leads to the file that was opened: appends to one
 * that was moved away or deleted would be acknowledged and lost.
 */
export function createFileGuard(path: string): () => void {
  const identity = (): string | null => {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.dev}:${stat.ino}` : null;
  };
  const opened = identity();
  return () => {
    if (identity() !== opened) throw new StoreError(replaced(path));
  };
}
