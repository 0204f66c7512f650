import { canonicalJson, chainHash, genesis, textDigest } from '../../src/adapters/store/chain.ts';
import type { ChainedRow } from '../../src/adapters/store/chain.ts';
import { fenced, rewound } from '../../src/adapters/store/failures.ts';
import { chainBroken } from '../../src/adapters/store/sealing.ts';
import type { Draft, EventStore, OwnerInfo, Ownership, Verification } from '../../src/app/ports/eventStore.ts';
import { Emitter } from '../../src/base/event.ts';
import type { Problem } from '../../src/base/problem.ts';
import type { Result } from '../../src/base/result.ts';
import { err, ok } from '../../src/base/result.ts';
import { readStoredEvent, writtenVersion } from '../../src/protocol/eventLog.ts';
import type { Recorded } from '../../src/core/event.ts';

/** What the stores of several hosts share, as they would share a database. */
export interface MemoryDatabase {
  readonly rows: (ChainedRow & { readonly hash: string })[];
  readonly blobs: Map<string, string | null>;
  readonly snapshots: { readonly version: number; readonly seq: number; readonly state: string }[];
  readonly appended: Emitter<MemoryStore>;
  owner: { readonly store: MemoryStore; readonly info: OwnerInfo } | null;
  epoch: number;
  awakeMs: number;
}

export interface MemoryStore extends EventStore {
  readonly database: MemoryDatabase;
  /** What every later transaction fails with; null heals it. */
  broken: Problem | null;
  /** As if its process had ended without releasing anything. */
  kill(): void;
  readonly killed: boolean;
}

export const createMemoryDatabase = (): MemoryDatabase => ({
  rows: [],
  blobs: new Map(),
  snapshots: [],
  appended: new Emitter(),
  owner: null,
  epoch: 0,
  awakeMs: 0,
});

/** The log in memory, with the same chain, versions and ownership as the real one. */
export function createMemoryStore(
  database: MemoryDatabase = createMemoryDatabase(),
  host: Partial<Omit<OwnerInfo, 'epoch'>> = {},
): MemoryStore {
  const onDidAppend = new Emitter<void>();
  let killed = false;

  const readAfter = (since: number, limit = Infinity): Result<Recorded[], Problem> => {
    if (since > database.rows.length) return err(rewound('memory', since));
    const events: Recorded[] = [];
    for (const row of database.rows.slice(since, since + limit)) {
      const read = readStoredEvent(row);
      if (!read.ok) return read;
      events.push(read.value);
    }
    return ok(events);
  };

  const append = (drafts: readonly Draft[]): Recorded[] =>
    drafts.map(({ at, actor, event }) => {
      const { type, ...rest } = event;
      const seq = database.rows.length + 1;
      const row: ChainedRow = { seq, at, actor, type, v: writtenVersion(type), data: canonicalJson(rest) };
      database.rows.push({ ...row, hash: chainHash(database.rows.at(-1)?.hash ?? genesis, row) });
      return { seq, at, actor, event };
    });

  const store: MemoryStore = {
    database,
    broken: null,
    canShare: true,
    get killed() {
      return killed;
    },
    kill() {
      killed = true;
      store.dispose();
    },
    async transact(since, decide, fence) {
      if (store.broken) return err(store.broken);
      if (fence && database.owner?.info.epoch !== fence.epoch) return err(fenced(database.owner?.info.epoch ?? 0));
      const unseen = readAfter(since);
      if (!unseen.ok) return unseen;
      const { drafts, result } = decide(unseen.value);
      const appended = append(drafts);
      if (appended.length > 0) database.appended.fire(store);
      return ok({ appended, result });
    },
    async read(since, limit) {
      return readAfter(since, limit);
    },
    async hashAt(seq) {
      return ok(seq === 0 ? genesis : (database.rows[seq - 1]?.hash ?? null));
    },
    onDidAppend: onDidAppend.event,
    async putBlob(text) {
      const digest = textDigest(text);
      database.blobs.set(digest, text);
      return digest;
    },
    async getBlob(digest) {
      return database.blobs.get(digest) ?? null;
    },
    async eraseBlob(digest) {
      if (database.blobs.has(digest)) database.blobs.set(digest, null);
    },
    async loadSnapshot(version) {
      const usable = database.snapshots.filter((snapshot) => snapshot.version === version);
      const newest = usable.toSorted((a, b) => b.seq - a.seq)[0];
      return newest ? { seq: newest.seq, state: newest.state } : null;
    },
    async saveSnapshot(version, seq, state) {
      database.snapshots.push({ version, seq, state });
    },
    async seal() {
      return ok(undefined);
    },
    async verify() {
      return verify(database);
    },
    async awake(add) {
      return (database.awakeMs += Math.min(Math.max(add, 0), 10_000));
    },
    ownership: createOwnership(database, () => store, host),
    dispose() {
      listening.dispose();
      onDidAppend.dispose();
    },
  };
  const listening = database.appended.event((from) => {
    if (from === store) onDidAppend.fire();
    else queueMicrotask(() => onDidAppend.fire());
  });
  return store;
}

function createOwnership(
  database: MemoryDatabase,
  self: () => MemoryStore,
  host: Partial<Omit<OwnerInfo, 'epoch'>>,
): Ownership {
  const holds = (): boolean => database.owner?.store === self();
  return {
    async acquire() {
      const { owner } = database;
      if (owner && !holds() && !owner.store.killed) return err(owner.info);
      if (!holds()) {
        database.epoch += 1;
        const info = {
          pid: 1,
          host: 'test',
          version: '0.0.0',
          label: 'memory',
          ...host,
          epoch: database.epoch,
        } as const;
        database.owner = { store: self(), info };
      }
      return ok({ epoch: database.epoch });
    },
    beat: async () => holds(),
    async release() {
      if (holds()) database.owner = null;
    },
    current: async () => database.owner?.info ?? null,
  };
}

function verify(database: MemoryDatabase): Verification {
  let head = genesis;
  for (const row of database.rows) {
    const hash = chainHash(head, row);
    if (hash !== row.hash) {
      const broken = chainBroken(row.seq);
      return { ok: false, events: database.rows.length, head, brokenAt: row.seq, problem: broken, seals: [] };
    }
    head = hash;
  }
  return { ok: true, events: database.rows.length, head, brokenAt: null, problem: null, seals: [] };
}
