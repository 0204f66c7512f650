import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Sqlite } from './loadSqlite.ts';
import { quickCheck } from './openDatabase.ts';

const kept = 3;
const dayMs = 24 * 60 * 60 * 1000;

export interface BackupRequest {
  readonly db: DatabaseSync;
  /** Where the copies lie; made when it is missing. */
  readonly folder: string;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Copies the open database while others write to it, keeps the last three copies, and returns the path of the new one.
 * Null when the newest is of this version and less than a day old. A copy counts only after it was checked, so that a
 * damaged database never pushes out the good copies. Throws what `storeProblem` can name.
 */
export async function backupStore(sqlite: Sqlite, request: BackupRequest): Promise<string | null> {
  const { db, folder, version, now } = request;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copies = await listCopies(folder);
  const newest = copies.at(-1);
  if (newest && newest.version === safe(version) && now - newest.at < dayMs && now >= newest.at) return null;
  const path = join(folder, `${stampOf(now)}-${safe(version)}.db`);
  const temporary = `${path}.part`;
  try {
    await dropTorn(folder);
    await copy(sqlite, db, temporary);
    await rename(temporary, path);
    await syncFolder(folder);
  } finally {
    await rm(temporary, { force: true });
  }
  const old = copies.filter((one) => one.name !== path).slice(0, Math.max(0, copies.length + 1 - kept));
  await Promise.all(old.map((one) => rm(join(folder, one.name), { force: true })));
  return path;
}

/** Copies that a process which ended left half done; only one is made at a time. */
async function dropTorn(folder: string): Promise<void> {
  const torn = (await readdir(folder)).filter((name) => /\.part(?:-|$)/.test(name));
  await Promise.all(torn.map((name) => rm(join(folder, name), { force: true })));
}

async function copy(sqlite: Sqlite, db: DatabaseSync, to: string): Promise<void> {
  // The first Node with SQLite has no online backup yet; there the copy is made in one statement.
  if (typeof sqlite.backup === 'function') await sqlite.backup(db, to);
  else db.prepare('VACUUM INTO ?').run(to);
  const made = new sqlite.DatabaseSync(to);
  try {
    quickCheck(made, to);
    // A copy in one file: no write-ahead log must have to travel with it.
    made.exec('PRAGMA journal_mode = DELETE');
  } finally {
    made.close();
  }
  await syncFile(to);
}

/**
 * Puts a copy in the place of a database that nobody has open, and returns the folder that what was there is kept in.
 * Its write-ahead log has to go with it: SQLite would play it into the copy. Throws what `storeProblem` can name.
 */
export async function restoreBackup(request: {
  readonly folder: string;
  readonly backup: string;
  readonly now: number;
}): Promise<string> {
  const { folder, backup, now } = request;
  const aside = join(folder, `replaced-${stampOf(now)}`);
  const temporary = join(folder, `mam.db.restored-${process.pid}`);
  await copyFile(backup, temporary);
  await syncFile(temporary);
  await mkdir(aside, { mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (/^mam\.db(-wal|-shm|-journal)?$/.test(name)) await rename(join(folder, name), join(aside, name));
  }
  await rename(temporary, join(folder, 'mam.db'));
  await syncFolder(folder);
  return aside;
}

interface Copy {
  readonly name: string;
  readonly at: number;
  readonly version: string;
}

async function listCopies(folder: string): Promise<readonly Copy[]> {
  const names = (await readdir(folder)).toSorted();
  return names.flatMap((name) => {
    const [, day, time, version] = /^(\d{8})T(\d{6})Z-(.+)\.db$/.exec(name) ?? [];
    if (!day || !time || !version) return [];
    const iso = `${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
    return [{ name, at: Date.parse(iso), version }];
  });
}

const stampOf = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');

const safe = (version: string): string => version.replace(/[^\w.+-]/g, '_');

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
