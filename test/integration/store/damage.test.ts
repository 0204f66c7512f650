import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { useTempFolder } from '../../tempFolder.ts';
import { append, databaseOf, mamFolder, openingCode, openStore, runsOf } from './openStore.ts';

/** A log with some events in it, closed. */
async function fill(root: string, events = 40): Promise<void> {
  const store = await openStore(root);
  for (let index = 0; index < events; index += 1)
    assert.equal(await append(store, `${index}-${'x'.repeat(500)}`, index), null);
  store.dispose();
}

async function overwrite(path: string, offset: number, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(bytes, 0, bytes.length, offset);
  await file.close();
}

describe('a damaged log', () => {
  const root = useTempFolder();

  const damages: readonly { readonly what: string; readonly damage: (path: string) => Promise<void> }[] = [
    { what: 'was overwritten at its start', damage: (path) => overwrite(path, 0, Buffer.alloc(4096, 7)) },
    { what: 'was replaced by a text', damage: (path) => writeFile(path, 'not a database\n') },
    { what: 'lost its second half', damage: async (path) => truncate(path, Math.floor((await stat(path)).size / 2)) },
    { what: 'lost its last bytes', damage: async (path) => truncate(path, (await stat(path)).size - 100) },
    { what: 'was emptied', damage: (path) => truncate(path, 0) },
    { what: 'was deleted', damage: (path) => rm(path) },
    { what: 'has pages of noise', damage: (path) => overwrite(path, 8192, Buffer.alloc(8192, 0xa5)) },
    {
      what: 'was emptied while a write-ahead log lies beside it',
      async damage(path) {
        await truncate(path, 0);
        await writeFile(`${path}-wal`, Buffer.alloc(4152, 1));
      },
    },
    {
      what: 'was deleted together with the wake-up folder, but its write-ahead log lies there',
      async damage(path) {
        await rm(path);
        await rm(join(path, '../wake'), { recursive: true });
        await writeFile(`${path}-wal`, Buffer.alloc(4152, 1));
      },
    },
  ];
  for (const { what, damage } of damages) {
    it(`that ${what} is named and left as it is`, async () => {
      await fill(root());
      const path = databaseOf(root());
      await damage(path);
      const before = await readFile(path).catch(() => null);
      assert.equal(await openingCode(root()), 'store.damaged');
      assert.deepEqual(await readFile(path).catch(() => null), before);
    });
  }

  it('is finished when only its making was interrupted', async () => {
    await mkdir(mamFolder(root()), { recursive: true });
    await writeFile(databaseOf(root()), '');
    const store = await openStore(root());
    assert.equal(await append(store, 'a'), null);
    store.dispose();
  });

  it('is reported when it is damaged while it is open, also past what is cached', async () => {
    await fill(root());
    const store = await openStore(root());
    const { size } = await stat(databaseOf(root()));
    await overwrite(databaseOf(root()), size - 16_384, Buffer.alloc(16_384, 0xa5));
    const verified = await store.verify();
    assert.deepEqual([verified.ok, verified.problem?.code], [false, 'store.damaged']);
    // A commit of another process makes ours read the file again.
    const db = new DatabaseSync(databaseOf(root()));
    db.exec(`INSERT INTO meta VALUES ('test', '1')`);
    db.close();
    const read = await store.read(0);
    assert.equal(read.ok ? 'read' : read.error.code, 'store.damaged');
    store.dispose();
  });

  it('is noticed when the file is moved away or replaced while it is open', async () => {
    await fill(root(), 2);
    const store = await openStore(root());
    await rename(databaseOf(root()), `${databaseOf(root())}.old`);
    assert.equal(await append(store, 'lost'), 'store.replaced');
    await copyFile(`${databaseOf(root())}.old`, databaseOf(root()));
    assert.equal(await append(store, 'lost'), 'store.replaced');
    store.dispose();
  });

  it('of a newer version is refused and not changed', async () => {
    await fill(root(), 1);
    const db = new DatabaseSync(databaseOf(root()));
    db.exec('PRAGMA user_version = 99');
    db.close();
    assert.equal(await openingCode(root()), 'store.newer');
  });

  it('with an event of a newer version is refused by reading and appending', async () => {
    await fill(root(), 1);
    const store = await openStore(root());
    const db = new DatabaseSync(databaseOf(root()));
    db.exec(`INSERT INTO events SELECT 2, type, 7, at, actor, data, hash, 'newer' FROM events`);
    db.close();
    const read = await store.read(0);
    assert.equal(read.ok ? 'read' : read.error.code, 'store.newer');
    assert.equal(await append(store, 'late', 1), 'store.newer');
    const after = new DatabaseSync(databaseOf(root()));
    assert.equal(after.prepare('SELECT count(*) AS n FROM events').get()?.['n'], 2);
    after.close();
    store.dispose();
  });

  it('that stays locked is a problem after the deadline, and no blocked event loop', async () => {
    const store = await openStore(root(), { lockDeadlineMs: 150 });
    const db = new DatabaseSync(databaseOf(root()));
    db.exec('BEGIN IMMEDIATE');
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    assert.equal(await append(store, 'a'), 'store.busy');
    clearInterval(timer);
    assert.ok(ticks > 5, `${ticks} ticks`);
    db.exec('COMMIT');
    assert.equal(await append(store, 'b'), null);
    assert.deepEqual(await runsOf(store), ['b']);
    db.close();
    store.dispose();
  });

  it('says that it was closed', async () => {
    const store = await openStore(root());
    store.dispose();
    assert.equal(await append(store, 'a'), 'store.closed');
  });
});

describe('a log that can’t be written', function () {
  this.timeout(20_000);
  const root = useTempFolder();

  it('is named when its folder is read-only', async function () {
    if (process.platform === 'win32') this.skip();
    await fill(root(), 1);
    const give = process.getuid?.() === 0;
    await chmod(root(), 0o755);
    await chmod(mamFolder(root()), 0o555);
    await chmod(databaseOf(root()), 0o444);
    // Root may write everywhere, so the test becomes somebody else meanwhile.
    if (give) process.seteuid?.(65_534);
    try {
      assert.equal(await openingCode(root()), 'store.readOnly');
    } finally {
      if (give) process.seteuid?.(0);
      await chmod(mamFolder(root()), 0o700);
    }
  });

  it('is named when its disk is full, and goes on when there is space again', function () {
    // A file system of its own, which ends with its mount namespace.
    const script = fileURLToPath(new URL('fullDisk.ts', import.meta.url));
    const steps = 'mount -t tmpfs -o size=1m tmpfs "$1" || exit 77; shift; exec "$@"';
    const args = ['-m', 'sh', '-c', steps, 'sh', root(), process.execPath, script, root()];
    const ran = spawnSync('unshare', args, { encoding: 'utf8' });
    if (ran.error || ran.status === 77 || ran.stderr.startsWith('unshare:')) this.skip();
    assert.equal(ran.status, 0, ran.stderr);
    assert.deepEqual(JSON.parse(ran.stdout), { first: 'store.full', kept: true, verified: true, after: null });
  });
});
