import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createSqliteStore } from '../../../src/adapters/store/sqliteStore.ts';
import type { SqliteStore, SqliteStoreDeps } from '../../../src/adapters/store/sqliteStore.ts';
import { createRandomIds } from '../../../src/adapters/system/randomIds.ts';
import { createSystemClock } from '../../../src/adapters/system/systemClock.ts';
import type { Draft } from '../../../src/app/ports/eventStore.ts';
import type { Problem } from '../../../src/base/problem.ts';
import type { Result } from '../../../src/base/result.ts';

export type Overrides = Partial<Omit<SqliteStoreDeps, 'folder'>>;

export const mamFolder = (root: string): string => join(root, 'mam');
export const databaseOf = (root: string): string => join(root, 'mam', 'mam.db');

const tryOpen = (root: string, overrides: Overrides = {}): Promise<Result<SqliteStore, Problem>> =>
  createSqliteStore({
    folder: mamFolder(root),
    stateFolder: join(root, 'state'),
    host: 'test',
    version: '1.0.0',
    label: `process ${process.pid}`,
    clock: createSystemClock(),
    ids: createRandomIds(),
    ...overrides,
  });

export async function openStore(root: string, overrides: Overrides = {}): Promise<SqliteStore> {
  const opened = await tryOpen(root, overrides);
  assert.ok(opened.ok, JSON.stringify(opened));
  return opened.value;
}

/** The code of the problem that opening ends with; an opened store is closed again. */
export async function openingCode(root: string, overrides: Overrides = {}): Promise<string> {
  const opened = await tryOpen(root, overrides);
  if (!opened.ok) return opened.error.code;
  opened.value.dispose();
  return 'opened';
}

const draft = (run: string): Draft => ({
  at: '2026-01-01T00:00:00Z',
  actor: 'host',
  event: { type: 'runEnded', run },
});

/** Appends one event; the code of the problem, or null. */
export async function append(store: SqliteStore, run: string, since = 0): Promise<string | null> {
  const done = await store.transact(since, () => ({ drafts: [draft(run)], result: null }));
  return done.ok ? null : done.error.code;
}

export async function runsOf(store: SqliteStore): Promise<readonly string[]> {
  const read = await store.read(0);
  assert.ok(read.ok, JSON.stringify(read));
  return read.value.map(({ event }) => (event.type === 'runEnded' ? event.run : event.type));
}
