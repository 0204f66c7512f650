import assert from 'node:assert/strict';
import { mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { backupStore, restoreBackup } from '../../../src/adapters/store/backup.ts';
import { loadSqlite } from '../../../src/adapters/store/loadSqlite.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { append, databaseOf, mamFolder, openStore, runsOf } from './openStore.ts';

const hour = 60 * 60_000;

describe('backups of the log', () => {
  const root = useTempFolder();
  const folder = (): string => join(mamFolder(root()), 'backups');

  it('are made once a day and for each version, and the last three are kept', async () => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1, 12));
    const made: (string | null)[] = [];
    for (const [hours, version] of [
      [0, '1.0.0'],
      [23, '1.0.0'],
      [1, '1.0.0'],
      [1, '1.1.0-beta'],
      [1, '1.1.0-beta'],
      [25, '1.1.0-beta'],
    ] as const) {
      await clock.advance(hours * hour);
      const store = await openStore(root(), { clock, version });
      const backup = await store.backup();
      assert.ok(backup.ok, JSON.stringify(backup));
      made.push(backup.value && backup.value.slice(folder().length + 1));
      store.dispose();
    }
    const kept = ['20260102T120000Z-1.0.0.db', '20260102T130000Z-1.1.0-beta.db', '20260103T150000Z-1.1.0-beta.db'];
    assert.deepEqual(made, ['20260101T120000Z-1.0.0.db', null, kept[0], kept[1], null, kept[2]]);
    assert.deepEqual((await readdir(folder())).toSorted(), kept);
  });

  it('hold all that was appended, and take the place of a damaged log', async () => {
    const store = await openStore(root());
    for (let index = 0; index < 20; index += 1) await append(store, `${index}`, index);
    // While a copy is made the log goes on.
    const [backup] = await Promise.all([store.backup(), append(store, 'meanwhile', 20)]);
    assert.ok(backup.ok && backup.value);
    store.dispose();
    await writeFile(databaseOf(root()), 'damaged');
    await writeFile(`${databaseOf(root())}-wal`, 'of the damaged log');
    const aside = await restoreBackup({ folder: mamFolder(root()), backup: backup.value, now: Date.now() });
    assert.deepEqual((await readdir(aside)).toSorted(), ['mam.db', 'mam.db-wal']);
    const restored = await openStore(root());
    assert.deepEqual(
      (await runsOf(restored)).slice(0, 20),
      Array.from({ length: 20 }, (_, index) => `${index}`),
    );
    assert.equal((await restored.verify()).ok, true);
    restored.dispose();
  });

  it('leave nothing of copies that were cut short by the end of a process', async () => {
    const store = await openStore(root());
    await append(store, 'a');
    await mkdir(folder(), { recursive: true });
    for (const name of ['20260101T000000Z-1.0.0.db.part', '20260101T000000Z-1.0.0.db.part-journal'])
      await writeFile(join(folder(), name), 'half');
    const made = await store.backup();
    assert.ok(made.ok && made.value !== null);
    assert.deepEqual(await readdir(folder()), [basename(made.value)]);
    store.dispose();
  });

  it('finish when the log is closed meanwhile', async () => {
    const store = await openStore(root());
    await append(store, 'a');
    const backup = store.backup();
    store.dispose();
    assert.ok((await backup).ok);
    assert.equal((await readdir(folder())).length, 1);
  });

  it('are never replaced by a copy of a damaged log', async () => {
    const sqlite = loadSqlite();
    assert.ok(sqlite.ok);
    const store = await openStore(root());
    for (let index = 0; index < 40; index += 1) await append(store, 'x'.repeat(500), index);
    store.dispose();
    const file = await open(databaseOf(root()), 'r+');
    const { size } = await stat(databaseOf(root()));
    await file.write(Buffer.alloc(8192, 0xa5), 0, 8192, size - 8192);
    await file.close();
    const db = new sqlite.value.DatabaseSync(databaseOf(root()));
    await assert.rejects(backupStore(sqlite.value, { db, folder: folder(), version: '1.0.0', now: Date.now() }));
    db.close();
    assert.deepEqual(await readdir(folder()), []);
  });

  it('are made in one statement where Node has no online backup', async () => {
    const sqlite = loadSqlite();
    assert.ok(sqlite.ok);
    const store = await openStore(root());
    await append(store, 'a');
    store.dispose();
    const old = { ...sqlite.value };
    Reflect.deleteProperty(old, 'backup');
    const db = new sqlite.value.DatabaseSync(databaseOf(root()));
    const path = await backupStore(old, { db, folder: folder(), version: '1.0.0', now: Date.now() });
    db.close();
    assert.ok(path);
    const copy = new sqlite.value.DatabaseSync(path);
    assert.equal(copy.prepare('SELECT count(*) AS n FROM events').get()?.['n'], 1);
    copy.close();
  });

  it('say why they can’t be made', async () => {
    const store = await openStore(root());
    await writeFile(folder(), 'a file in its place');
    const backup = await store.backup();
    assert.equal(backup.ok ? 'made' : backup.error.code, 'store.unreadable');
    store.dispose();
  });
});
