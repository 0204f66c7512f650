import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { inspectFile } from './databaseFile.ts';
import { damaged, StoreError } from './failures.ts';
import type { JournalMode } from './journalMode.ts';
import type { Sqlite } from './loadSqlite.ts';
import { makeDatabase } from './makeDatabase.ts';
import { prepareSchema } from './schema.ts';
import { wakeFolder } from './wakeUp.ts';
import { whenFree } from './whenFree.ts';

/** A full check of a database of this size takes about 0.1 s; a larger one is checked by `verify` and by each backup. */
const checkedAtOpenBytes = 16 * 1024 * 1024;

export interface OpenDatabase {
  readonly db: DatabaseSync;
  readonly path: string;
  readonly mode: JournalMode;
}

export interface OpenRequest {
  readonly folder: string;
  /** Id of the log, should it be made now. */
  readonly logId: string;
  readonly journalModeFor: (folder: string, known: JournalMode | null) => JournalMode;
}

/** Opens or makes the database of a folder. Throws what `storeProblem` can name; nothing damaged is changed. */
export async function openDatabase(sqlite: Sqlite, request: OpenRequest): Promise<OpenDatabase> {
  const { folder } = request;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const path = join(folder, 'mam.db');
  // The wake-up folder is made after the tables were: where it is, a database has been.
  const used = existsSync(wakeFolder(folder));
  const before = inspectFile(path, used);
  const wanted = request.journalModeFor(folder, before.journal);
  if (!existsSync(path))
    makeDatabase(sqlite, folder, path, (db) => {
      configure(db, wanted);
      prepareSchema(db, { path, isNew: true, logId: request.logId });
    });
  const facts = inspectFile(path, used);
  const db = new sqlite.DatabaseSync(path);
  try {
    const mode = await whenFree(() => configure(db, wanted));
    await whenFree(() => {
      if (facts.bytes > 0 && facts.bytes <= checkedAtOpenBytes) quickCheck(db, path);
      prepareSchema(db, { path, isNew: facts.bytes === 0, logId: request.logId });
    });
    mkdirSync(wakeFolder(folder), { recursive: true });
    return { db, path, mode };
  } catch (error) {
    db.close();
    throw error;
  }
}

function configure(db: DatabaseSync, wanted: JournalMode): JournalMode {
  db.exec(
    'PRAGMA busy_timeout = 0; PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON',
  );
  const answer = db.prepare(`PRAGMA journal_mode = ${wanted === 'wal' ? 'WAL' : 'DELETE'}`).get();
  db.exec('PRAGMA synchronous = FULL');
  return answer?.['journal_mode'] === 'wal' ? 'wal' : 'rollback';
}

/** Throws `store.damaged` when pages or indexes contradict each other. */
export function quickCheck(db: DatabaseSync, path: string): void {
  const answer = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (answer !== 'ok') throw new StoreError(damaged(path, String(answer)));
}
