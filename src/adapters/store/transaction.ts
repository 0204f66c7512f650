import type { DatabaseSync } from 'node:sqlite';

/** Runs `body` between BEGIN IMMEDIATE and COMMIT. Whatever it throws rolls everything back and is thrown on. */
export function inTransaction<T>(db: DatabaseSync, body: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = body();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

function rollBack(db: DatabaseSync): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    // A full disk or an I/O error makes SQLite roll back on its own: then there is nothing left to do.
  }
}
