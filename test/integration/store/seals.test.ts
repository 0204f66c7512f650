import assert from 'node:assert/strict';
import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { canonicalJson, chainHash } from '../../../src/adapters/store/chain.ts';
import { createEventRows } from '../../../src/adapters/store/eventRows.ts';
import type { Head } from '../../../src/adapters/store/eventRows.ts';
import type { Seal } from '../../../src/adapters/store/seal.ts';
import { useTempFolder } from '../../tempFolder.ts';
import { append, databaseOf, openStore } from './openStore.ts';
import type { Overrides } from './openStore.ts';

/** Five sealed events, and one that was appended after the seal. */
async function fill(root: string, overrides: Overrides = {}): Promise<void> {
  const store = await openStore(root, overrides);
  for (let index = 0; index < 5; index += 1) await append(store, `${index}`, index);
  assert.deepEqual(await store.seal(), { ok: true, value: undefined });
  await append(store, 'after the seal', 5);
  store.dispose();
}

function tamper(root: string, statements: string): void {
  const db = new DatabaseSync(databaseOf(root));
  db.exec(statements);
  db.close();
}

/** What somebody does who knows the chain and rewrites all of it from an event on. */
function forge(root: string, seq: number): void {
  const db = new DatabaseSync(databaseOf(root));
  const rows = createEventRows(db);
  let previous = rows.hashAt(seq - 1)!;
  for (const row of rows.after(seq - 1, 100)) {
    const data = row.seq === seq ? canonicalJson({ run: 'forged' }) : row.data;
    const hash = chainHash(previous, { ...row, data });
    db.prepare('UPDATE events SET data = ?, prev_hash = ?, hash = ? WHERE seq = ?').run(data, previous, hash, row.seq);
    previous = hash;
  }
  db.close();
}

async function verify(root: string, overrides: Overrides = {}) {
  const store = await openStore(root, overrides);
  const { ok, events, brokenAt, problem, seals } = await store.verify();
  const sealed = await store.seal();
  store.dispose();
  return {
    ok,
    events,
    brokenAt,
    code: problem?.code ?? null,
    seals: seals.map((seal) => `${seal.name}: ${seal.ok ? 'ok' : 'broken'}`),
    sealedAgain: sealed.ok,
  };
}

const whole = ['database: ok', 'user state: ok'];
const broken = ['database: broken', 'user state: broken'];

describe('verifying the log', () => {
  const root = useTempFolder();

  const cases: readonly {
    readonly what: string;
    readonly act: (root: string) => void | Promise<void>;
    readonly found: Awaited<ReturnType<typeof verify>>;
  }[] = [
    {
      what: 'nothing happened',
      act: () => undefined,
      found: { ok: true, events: 6, brokenAt: null, code: null, seals: whole, sealedAgain: true },
    },
    {
      what: 'an event was edited',
      act: (at) => tamper(at, `UPDATE events SET data = '{"run":"x"}' WHERE seq = 3`),
      found: { ok: false, events: 6, brokenAt: 3, code: 'store.chainBroken', seals: whole, sealedAgain: true },
    },
    {
      what: 'the actor of the newest event was edited',
      act: (at) => tamper(at, `UPDATE events SET actor = 'somebody' WHERE seq = 6`),
      found: { ok: false, events: 6, brokenAt: 6, code: 'store.chainBroken', seals: whole, sealedAgain: false },
    },
    {
      what: 'an event in the middle was removed',
      act: (at) => tamper(at, 'DELETE FROM events WHERE seq = 2'),
      found: { ok: false, events: 6, brokenAt: 2, code: 'store.chainBroken', seals: whole, sealedAgain: true },
    },
    {
      what: 'sealed events were cut off at the end',
      act: (at) => tamper(at, 'DELETE FROM events WHERE seq > 3'),
      found: { ok: false, events: 3, brokenAt: null, code: 'store.sealBroken', seals: broken, sealedAgain: false },
    },
    {
      what: 'an unsealed event was cut off at the end, which nobody can know',
      act: (at) => tamper(at, 'DELETE FROM events WHERE seq > 5'),
      found: { ok: true, events: 5, brokenAt: null, code: null, seals: whole, sealedAgain: true },
    },
    {
      what: 'the whole chain was forged from an event on',
      act: (at) => forge(at, 2),
      found: { ok: false, events: 6, brokenAt: null, code: 'store.sealBroken', seals: broken, sealedAgain: false },
    },
    {
      what: 'the seal in the database was edited',
      act: (at) => tamper(at, `UPDATE seals SET record = replace(record, '"seq":5', '"seq":4')`),
      found: {
        ok: false,
        events: 6,
        brokenAt: null,
        code: 'store.sealBroken',
        seals: ['database: broken', 'user state: ok'],
        sealedAgain: false,
      },
    },
    {
      what: 'the key was replaced',
      act: (at) => writeFile(join(at, 'state', 'seal.key'), 'ab'.repeat(32)),
      found: { ok: false, events: 6, brokenAt: null, code: 'store.sealBroken', seals: broken, sealedAgain: false },
    },
    {
      what: 'the key was deleted',
      act: (at) => rm(join(at, 'state', 'seal.key')),
      found: { ok: false, events: 6, brokenAt: null, code: 'store.sealBroken', seals: broken, sealedAgain: false },
    },
    {
      what: 'the state folder is gone altogether',
      act: (at) => rm(join(at, 'state'), { recursive: true }),
      found: {
        ok: false,
        events: 6,
        brokenAt: null,
        code: 'store.sealBroken',
        seals: ['database: broken'],
        sealedAgain: false,
      },
    },
  ];
  for (const { what, act, found } of cases) {
    it(`finds that ${what}`, async () => {
      await fill(root());
      await act(root());
      assert.deepEqual(await verify(root()), found);
    });
  }

  it('finds that the database was put back to an earlier copy of itself', async () => {
    const copy = join(root(), 'copy.db');
    await fill(root());
    await copyFile(databaseOf(root()), copy);
    const store = await openStore(root());
    await append(store, 'later', 6);
    await store.close();
    await copyFile(copy, databaseOf(root()));
    const seals = ['database: ok', 'user state: broken'];
    assert.deepEqual(await verify(root()), {
      ok: false,
      events: 6,
      brokenAt: null,
      code: 'store.sealBroken',
      seals,
      sealedAgain: false,
    });
    // Unless a person says that this is the log to go on with.
    const restored = await openStore(root());
    assert.deepEqual(await restored.seal(true), { ok: true, value: undefined });
    assert.equal((await restored.verify()).ok, true);
    restored.dispose();
  });

  it('keeps its key for the user alone, and seals at a snapshot and at the end', async () => {
    const heads: Head[] = [];
    const extra: Seal = {
      name: 'secret storage',
      write: async (head) => void heads.push(head),
      read: async () => heads.at(-1) ?? null,
    };
    const store = await openStore(root(), { seals: [extra] });
    await append(store, 'a');
    await store.saveSnapshot(1, 1, '{}');
    await append(store, 'b');
    await append(store, 'c');
    const names = (await store.verify()).seals.map(({ name }) => name);
    assert.deepEqual(names, ['database', 'user state', 'secret storage']);
    await store.close();
    assert.deepEqual(
      heads.map(({ seq }) => seq),
      [1, 3],
    );
    if (process.platform !== 'win32') {
      const modes = await Promise.all(['mam', 'state/seal.key', 'state/seals'].map((path) => stat(join(root(), path))));
      assert.deepEqual(
        modes.map(({ mode }) => (mode & 0o777).toString(8)),
        ['700', '600', '700'],
      );
    }
    tamper(root(), 'DELETE FROM events WHERE seq > 1; DELETE FROM seals');
    await rm(join(root(), 'state'), { recursive: true });
    assert.deepEqual((await verify(root(), { seals: [extra] })).seals, ['secret storage: broken']);
  });

  it('goes on, and says so, when the state folder can’t be written', async () => {
    await writeFile(join(root(), 'state'), 'a file in its place');
    const store = await openStore(root());
    assert.equal(await append(store, 'a'), null);
    const sealed = await store.seal();
    assert.equal(sealed.ok ? 'sealed' : sealed.error.code, 'store.sealFailed');
    assert.equal(await append(store, 'b'), null);
    store.dispose();
  });

  it('leaves a damaged snapshot aside, and one of another chain', async () => {
    const store = await openStore(root());
    for (const run of ['a', 'b', 'c']) await append(store, run);
    for (const seq of [1, 2, 3]) await store.saveSnapshot(1, seq, `state ${seq}`);
    tamper(
      root(),
      `UPDATE snapshots SET state = 'state 8' WHERE seq = 3; UPDATE snapshots SET head = 'other' WHERE seq = 2`,
    );
    assert.deepEqual(await store.loadSnapshot(1), { seq: 1, state: 'state 1' });
    store.dispose();
  });

  it('erases a body from the files, too', async () => {
    const store = await openStore(root());
    const body = 'a secret that must not stay '.repeat(20);
    const digest = await store.putBlob(body);
    await store.eraseBlob(digest);
    for (const end of ['', '-wal']) {
      const bytes = await readFile(databaseOf(root()) + end).catch(() => Buffer.alloc(0));
      assert.equal(bytes.includes('a secret that must not stay'), false, `mam.db${end}`);
    }
    store.dispose();
  });
});
