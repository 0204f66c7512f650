import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from './loadSqlite.ts';

/** `rollback` where several processes can't share memory through a file: one run at a time, and slower appends. */
export type JournalMode = 'wal' | 'rollback';

/** Magic numbers of Linux file systems that may be shared with another kernel: NFS, SMB, CIFS, SMB2, 9p, FUSE, Ceph, VirtualBox. */
const sharedFileSystems = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x786f4256,
]);

/** Whether the write-ahead log can work in this folder; `known` is what an existing database uses there already. */
export function journalModeFor(sqlite: Sqlite, folder: string, known: JournalMode | null): JournalMode {
  if (process.platform === 'linux' && sharedFileSystems.has(statfsSync(folder).type)) return 'rollback';
  return known === 'wal' ? 'wal' : tryWal(sqlite, folder);
}

/** Two connections of a scratch database show what its documentation can only promise. */
function tryWal(sqlite: Sqlite, folder: string): JournalMode {
  const path = join(folder, `probe-${process.pid}.db`);
  try {
    const writer = new sqlite.DatabaseSync(path);
    const reader = new sqlite.DatabaseSync(path);
    try {
      const mode = writer.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
      writer.exec('PRAGMA synchronous = OFF; CREATE TABLE probe (value INTEGER); INSERT INTO probe VALUES (1);');
      const seen = reader.prepare('SELECT value FROM probe').get()?.['value'];
      return mode === 'wal' && seen === 1 ? 'wal' : 'rollback';
    } finally {
      reader.close();
      writer.close();
    }
  } catch (error) {
    if (isAboutTheDisk(error)) throw error;
    return 'rollback';
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
  }
}

/** A full or read-only disk says nothing about the write-ahead log; the caller names it. */
const isAboutTheDisk = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [8, 13, 14].includes(Number(error.errcode) & 0xff);
