import { join } from 'node:path';
import type { EventStore, OwnerInfo } from '../../app/ports/eventStore.ts';
import type { Ids } from '../../app/ports/system.ts';
import type { Clock } from '../../base/clock.ts';
import type { Problem } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import { attempt, createAccess } from './access.ts';
import { createAnnouncements } from './announcements.ts';
import { createAwake } from './awake.ts';
import { backupStore } from './backup.ts';
import { createBlobs } from './blobs.ts';
import { catchUp, createEventRows } from './eventRows.ts';
import type { EventRows } from './eventRows.ts';
import { fenced, StoreError } from './failures.ts';
import { journalModeFor } from './journalMode.ts';
import type { JournalMode } from './journalMode.ts';
import { loadSqlite } from './loadSqlite.ts';
import type { Sqlite } from './loadSqlite.ts';
import { openDatabase } from './openDatabase.ts';
import type { OpenDatabase } from './openDatabase.ts';
import { createOwnerRow } from './ownerRow.ts';
import { createOwnership } from './ownership.ts';
import { createProcessFacts } from './processFacts.ts';
import type { ProcessFacts } from './processFacts.ts';
import type { Seal } from './seal.ts';
import { createSealing } from './sealing.ts';
import { createSnapshots } from './snapshots.ts';
import { ownSeals } from './ownSeals.ts';
import { userState } from './userState.ts';
import { verifyLog } from './verifyLog.ts';

export interface SqliteStoreDeps {
  /** `<git common dir>/mam`; made for this user only. */
  readonly folder: string;
  readonly host: OwnerInfo['host'];
  readonly version: string;
  readonly label: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Where the key of the seals lies; by default this user's state folder. */
  readonly stateFolder?: string;
  /** Seals beside the two of this adapter. */
  readonly seals?: readonly Seal[];
  readonly facts?: ProcessFacts;
  readonly reconcileMs?: number;
  /** How long a call waits for other processes before it fails with `store.busy`, in milliseconds. */
  readonly lockDeadlineMs?: number;
  /** Which journal the folder's file system can bear. */
  readonly journalModeFor?: (folder: string, known: JournalMode | null) => JournalMode;
}

export interface SqliteStore extends EventStore {
  readonly path: string;
  readonly mode: JournalMode;
  /** Tells this log from every other one, and stays when the repository is moved. */
  readonly logId: string;
  /** Seals the head; `accept` says that a person trusts a log whose seal is broken, as after a restore. */
  seal(accept?: boolean): Promise<Result<void, Problem>>;
  /** Copies the database to the `backups` folder beside it: the path, or null when the newest copy still is good enough. */
  backup(): Promise<Result<string | null, Problem>>;
  /** Seals the head and closes; `dispose` only closes. */
  close(): Promise<void>;
}

/** Opens the log of a control root, or makes it. What is damaged, unwritable or of a newer version is a problem and stays as it is. */
export async function createSqliteStore(deps: SqliteStoreDeps): Promise<Result<SqliteStore, Problem>> {
  const sqlite = loadSqlite();
  if (!sqlite.ok) return sqlite;
  const detect = deps.journalModeFor ?? ((folder, known) => journalModeFor(sqlite.value, folder, known));
  return attempt(
    async () => {
      const opened = await openDatabase(sqlite.value, {
        folder: deps.folder,
        logId: deps.ids.next(),
        journalModeFor: detect,
      });
      try {
        return assemble(deps, sqlite.value, opened);
      } catch (error) {
        opened.db.close();
        throw error;
      }
    },
    join(deps.folder, 'mam.db'),
  );
}

function assemble(deps: SqliteStoreDeps, sqlite: Sqlite, { db, path, mode }: OpenDatabase): SqliteStore {
  const access = createAccess(db, path, deps.lockDeadlineMs);
  const events = createEventRows(db);
  const [blobs, snapshots, awake, owner] = [
    createBlobs(db),
    createSnapshots(db, events),
    createAwake(db),
    createOwnerRow(db),
  ];
  const readEvents = <T>(task: (rows: EventRows) => T): Promise<T> => access.read(() => task(events));
  const logId = String(db.prepare(`SELECT value FROM meta WHERE key = 'log'`).get()?.['value']);
  const stateFolder = deps.stateFolder ?? userState();
  const sealing = createSealing([...ownSeals({ db, access, logId, stateFolder }), ...(deps.seals ?? [])], readEvents);
  const announcements = createAnnouncements(db, deps.folder, deps.reconcileMs);
  const backups = new Set<Promise<unknown>>();
  let disposed = false;

  const store: SqliteStore = {
    path,
    mode,
    canShare: mode === 'wal',
    logId,
    transact(since, decide, fence) {
      return attempt(async () => {
        const done = await access.write(() => {
          const holder = fence ? owner.read() : null;
          if (fence && holder?.epoch !== fence.epoch) throw new StoreError(fenced(holder?.epoch ?? 0));
          const unseen = catchUp(events, path, since);
          const { drafts, result } = decide(unseen);
          return { appended: events.append(drafts), result };
        });
        if (done.appended.length > 0) announcements.committed();
        return done;
      }, path);
    },
    read: (since, limit = Number.MAX_SAFE_INTEGER) =>
      attempt(() => access.read(() => catchUp(events, path, since, limit)), path),
    hashAt: (seq) => attempt(() => readEvents((rows) => rows.hashAt(seq)), path),
    onDidAppend: announcements.onDidAppend,
    putBlob: (body) => access.write(() => blobs.put(body)),
    getBlob: (digest) => access.read(() => blobs.get(digest)),
    async eraseBlob(digest) {
      await access.write(() => blobs.erase(digest));
      // The body must not live on in the write-ahead log.
      await access.read(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
    loadSnapshot: (version) => access.read(() => snapshots.load(version)),
    async saveSnapshot(version, seq, state) {
      await access.write(() => snapshots.save(version, seq, state));
      await store.seal();
    },
    verify: () => verifyLog(sqlite, path, sealing),
    awake: (add) => access.write(() => awake.add(add, deps.clock.now())),
    ownership: createOwnership({
      row: owner,
      awakeMs: () => awake.total(),
      host: { host: deps.host, version: deps.version, label: deps.label },
      nonce: deps.ids.next(),
      clock: deps.clock,
      facts: deps.facts ?? createProcessFacts(),
      access,
    }),
    async seal(accept = false) {
      const sealed = await attempt(() => sealing.seal(accept), path);
      return sealed.ok ? sealed.value : sealed;
    },
    backup() {
      const folder = join(deps.folder, 'backups');
      const made = attempt(
        () => backupStore(sqlite, { db, folder, version: deps.version, now: deps.clock.now() }),
        folder,
      );
      backups.add(made);
      return made.finally(() => backups.delete(made));
    },
    async close() {
      if (!disposed) await store.seal();
      store.dispose();
      await Promise.allSettled(backups);
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      access.end();
      announcements.dispose();
      // A copy that is being made reads from this connection to its end.
      if (backups.size === 0) db.close();
      else void Promise.allSettled(backups).then(() => db.close());
    },
  };
  return store;
}
