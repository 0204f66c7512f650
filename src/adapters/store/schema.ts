import type { DatabaseSync } from 'node:sqlite';
import { because, type Problem } from '../../base/problem.ts';
import { problem } from '../../base/problem.ts';
import { integer } from './columns.ts';
import { damaged, StoreError } from './failures.ts';
import { inTransaction } from './transaction.ts';

/**
 * The statements that bring the tables from one version to the next, without a gap. `events` is never touched by an
 * upgrade: the form of an event is upgraded when it is read.
 */
const upgrades: readonly string[] = [
  `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE events (
     seq INTEGER PRIMARY KEY, type TEXT NOT NULL, v INTEGER NOT NULL, at TEXT NOT NULL, actor TEXT NOT NULL,
     data TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL
   ) STRICT;
   CREATE TABLE blobs (digest TEXT PRIMARY KEY, body TEXT) STRICT;
   CREATE TABLE snapshots (
     id INTEGER PRIMARY KEY, version INTEGER NOT NULL, seq INTEGER NOT NULL, head TEXT NOT NULL, state TEXT NOT NULL,
     digest TEXT NOT NULL
   ) STRICT;
   CREATE TABLE owner (
     id INTEGER PRIMARY KEY CHECK (id = 1), pid INTEGER NOT NULL, started TEXT, boot TEXT, machine TEXT NOT NULL,
     pid_namespace TEXT, nonce TEXT NOT NULL, epoch INTEGER NOT NULL, host TEXT NOT NULL, version TEXT NOT NULL,
     label TEXT NOT NULL, beat_awake INTEGER NOT NULL, beat_wall INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE seals (name TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;`,
];

/** Makes or upgrades the tables. `isNew` tells whether the file may be without tables; otherwise that is damage. */
export function prepareSchema(
  db: DatabaseSync,
  facts: { readonly path: string; readonly isNew: boolean; readonly logId: string },
): void {
  if (schemaVersion(db) === upgrades.length) return;
  inTransaction(db, () => {
    const found = schemaVersion(db);
    if (found === 0 && !facts.isNew) throw new StoreError(damaged(facts.path, because('it has no tables')));
    if (found > upgrades.length) throw new StoreError(newerTables(facts.path));
    for (const statements of upgrades.slice(found)) db.exec(statements);
    if (found === 0) db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run('log', facts.logId);
    db.exec(`PRAGMA user_version = ${upgrades.length}`);
  });
}

const schemaVersion = (db: DatabaseSync): number =>
  integer(db.prepare('PRAGMA user_version').get() ?? {}, 'user_version');

const newerTables = (path: string): Problem =>
  problem('store.newer', 'A newer version of MAM made the log {path}. Update MAM to go on; nothing was changed.', {
    path,
  });
