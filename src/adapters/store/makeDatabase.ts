import { linkSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Sqlite } from './loadSqlite.ts';

const unfinished = /^mam\.db\.new-/;
/** Milliseconds after which a half-made database is certainly nobody's any more. */
const staleMs = 60_000;

/**
 * Makes the database of a folder whole under another name and then links it into place. A process that is killed on the
 * way leaves no empty file that would look like a lost log, and of two that make it at once the first one counts.
 */
export function makeDatabase(sqlite: Sqlite, folder: string, path: string, fill: (db: DatabaseSync) => void): void {
  sweep(folder);
  const temporary = join(folder, `mam.db.new-${process.pid}-${process.hrtime.bigint()}`);
  const db = new sqlite.DatabaseSync(temporary);
  try {
    fill(db);
  } finally {
    // The last connection that closes writes the log back, so that the file alone is the database.
    db.close();
  }
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!unfinished.test(name)) continue;
    const path = join(folder, name);
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made > staleMs) rmSync(path, { force: true });
  }
}
